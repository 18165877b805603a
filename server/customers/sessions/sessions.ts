import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import type { Context } from '../../context.ts';
import type { Read } from '../../database/changes.ts';
import { sendWithCommit, type Transaction } from '../../database/handle.ts';
import { sha256 } from '../../kernel/secrets.ts';
import { insertSession, liveSession, revokeSession } from './sessions-store.ts';

/** Tokens of customers who are there just now. */
const MOST_KEPT = 50_000;

type Session = { customerId: number; tokenHash: string };
type Kept = Read & { session: Session; expiresAt: Date };

/**
 * Who a bearer token belongs to; null when it is unknown, past its 55 minutes, revoked, or the customer is suspended.
 * One indexed query, whose answer is kept until a session of the customer is revoked.
 */
export function createSessions({
  changes: { sessions },
  clock,
  database,
}: Pick<Context, 'changes' | 'clock' | 'database'>): (token: string) => Promise<Session | null> {
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT });
  return async (token) => {
    const tokenHash = sha256(token);
    const known = kept.get(tokenHash);
    if (known && known.expiresAt > clock.now() && sessions.isCurrent(known)) return known.session;
    const version = sessions.version();
    const found = await liveSession(database.orm, { tokenHash, now: clock.now() });
    if (!found) return null;
    const { customerId, expiresAt } = found;
    const session = { customerId, tokenHash };
    kept.set(tokenHash, { version, ids: [customerId], session, expiresAt });
    return session;
  };
}

/**
 * Opens a session and returns its bearer: 256 random bits, of which only the hash is stored. Lives a fixed 55 minutes.
 */
export function openSession(context: Context, tx: Transaction, customerId: number): string {
  const token = randomBytes(32).toString('base64url');
  const createdAt = context.clock.now();
  const expiresAt = new Date(createdAt.getTime() + TOKEN_TTL_MS);
  sendWithCommit(tx, insertSession(tx, { tokenHash: sha256(token), customerId, createdAt, expiresAt }));
  return token;
}

/**
 * Signs out: the bearer stops working, here at once, and so do the customer's sign-in jwts that have not expired: they
 * are in the browser's history as /autologin/{jwt} and must not sign the next person in.
 */
export async function closeSession(
  { changes, clock, database }: Pick<Context, 'changes' | 'clock' | 'database'>,
  { customerId, tokenHash }: Session,
): Promise<void> {
  await revokeSession(database.orm, { tokenHash, now: clock.now() });
  // The notice is on its way; here it stops working with this answer.
  changes.sessions.change(customerId);
}
