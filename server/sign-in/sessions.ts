import { randomBytes } from 'node:crypto';
import { TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import type { Context } from '../context.ts';
import type { Handle } from '../database/handle.ts';
import { sha256 } from '../secrets.ts';
import { insertSession, memberOfSession, revokeSession } from './sessions-store.ts';

/**
 * Who a bearer token belongs to; null when it is unknown, past its 55 minutes, revoked, or the member is suspended.
 * One indexed query, on every authenticated call.
 */
export async function sessionOf(
  context: Context,
  token: string,
): Promise<{ memberId: number; tokenHash: string } | null> {
  const tokenHash = sha256(token);
  const memberId = await memberOfSession(context.database.orm, { tokenHash, now: context.clock.now() });
  return memberId === null ? null : { memberId, tokenHash };
}

/** Opens a session and answers its bearer: 256 random bits, of which only the hash is kept. Lives a fixed 55 minutes (BC-09). */
export async function openSession(context: Context, handle: Handle, memberId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = context.clock.now();
  const expiresAt = new Date(createdAt.getTime() + TOKEN_TTL_MS);
  await insertSession(handle, { tokenHash: sha256(token), memberId, createdAt, expiresAt });
  return token;
}

/**
 * Signs out: the bearer is dead at once. So are the sign-in jwts of this member that still have minutes to live: they
 * stand in the browser's history as /autologin/{jwt} and must not sign the next person in.
 */
export function closeSession(context: Context, tokenHash: string): Promise<void> {
  return revokeSession(context.database.orm, { tokenHash, now: context.clock.now() });
}
