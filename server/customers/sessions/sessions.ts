import { randomBytes } from 'node:crypto';
import { TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import type { Context } from '../../context.ts';
import type { Handle } from '../../database/handle.ts';
import { sha256 } from '../../kernel/secrets.ts';
import { customerOfSession, insertSession, revokeSession } from './sessions-store.ts';

/**
 * Who a bearer token belongs to; null when it is unknown, past its 55 minutes, revoked, or the customer is suspended.
 * One indexed query, on every authenticated call.
 */
export async function findSession(
  context: Context,
  token: string,
): Promise<{ customerId: number; tokenHash: string } | null> {
  const tokenHash = sha256(token);
  const customerId = await customerOfSession(context.database.orm, { tokenHash, now: context.clock.now() });
  return customerId === null ? null : { customerId, tokenHash };
}

/**
 * Opens a session and returns its bearer: 256 random bits, of which only the hash is stored. Lives a fixed 55 minutes.
 */
export async function openSession(context: Context, handle: Handle, customerId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const createdAt = context.clock.now();
  const expiresAt = new Date(createdAt.getTime() + TOKEN_TTL_MS);
  await insertSession(handle, { tokenHash: sha256(token), customerId, createdAt, expiresAt });
  return token;
}

/**
 * Signs out: the bearer stops working at once, and so do the customer's sign-in jwts that have not expired: they are in
 * the browser's history as /autologin/{jwt} and must not sign the next person in.
 */
export function closeSession(context: Context, tokenHash: string): Promise<void> {
  return revokeSession(context.database.orm, { tokenHash, now: context.clock.now() });
}
