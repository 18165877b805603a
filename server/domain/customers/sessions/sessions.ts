import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { RECENT_PROOF_MS, TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import type { Device } from '#contract/shapes/device.ts';
import type { OpenSession } from '#contract/sign-in.ts';
import type { Context } from '#server/context.ts';
import type { Read } from '#server/platform/database/changes.ts';
import { type Handle, sendWithCommit, type Transaction } from '#server/platform/database/handle.ts';
import { browserOf } from '#server/platform/http/device-cookie.ts';
import type { SignedIn } from '#server/platform/http/principal.ts';
import { type RefusedToken, registerSecurityLog } from '#server/platform/http/security-log.ts';
import { type AppError, appError, type Result } from '#server/platform/kernel/errors.ts';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { isDeviceOfCustomer } from '../devices/known-devices-store.ts';
import { lockCustomer } from '../queries.ts';
import {
  endSessions,
  endVerifications,
  insertSession,
  liveSession,
  openSessions,
  revokeOpenedLinks,
  revokeSession,
  sessionAsItIs,
  sessionIdOf,
  wasOtherOpen,
} from './sessions-store.ts';

/** Tokens of customers who are there just now. */
const MOST_KEPT = 50_000;

export type Session = SignedIn;
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
  // `max` would allocate room for all of them at every start, which takes milliseconds.
  const kept = new LRUCache<string, Kept>({ maxSize: MOST_KEPT, sizeCalculation: () => 1 });
  return async (token) => {
    const tokenHash = sha256(token);
    const known = kept.get(tokenHash);
    if (known && known.expiresAt > clock.now() && sessions.isCurrent(known)) return known.session;
    const version = sessions.version();
    const found = await liveSession(database.orm, { tokenHash, now: clock.now() });
    if (!found) return null;
    const { expiresAt, ...facts } = found;
    const { customerId } = facts;
    const session = { ...facts, tokenHash };
    kept.set(tokenHash, { version, ids: [customerId], session, expiresAt });
    return session;
  };
}

/** What routes ask of bearers: whose one is, and for the log why another opens nothing. */
export function registerSessions(app: FastifyInstance, context: Context): void {
  app.decorate('unprovedSession', (call) => unprovedSession(context, call));
  registerSecurityLog(app, context, (token) => explainToken(context, token));
}

/** Why a token opens nothing. A session is known for a day after its end. */
async function explainToken(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  token: string,
): Promise<RefusedToken> {
  const session = await sessionAsItIs(database.orm, sha256(token));
  if (!session) return { reason: 'foreign' };
  const { customerId, suspendedAt, revokedAt, expiresAt } = session;
  if (suspendedAt) return { reason: 'suspended', customerId };
  if (revokedAt) return { reason: 'revoked', customerId };
  return { reason: expiresAt <= clock.now() ? 'expired' : 'foreign', customerId };
}

type Opened = {
  customerId: number;
  device?: Device;
  link?: string | null;
  browser?: string | null;
  byPasskey?: boolean;
  /** When that passkey was added. */
  passkeySince?: Date;
  /** When its code was confirmed: the session counts as begun then. */
  provedAt?: Date;
};

/**
 * Opens a session and returns its bearer: 256 random bits, of which only the hash is stored. Lives a fixed 55 minutes.
 */
export function openSession(context: Context, tx: Transaction, { provedAt, ...opened }: Opened): string {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(context.clock.ms() + TOKEN_TTL_MS);
  const createdAt = provedAt ?? context.clock.now();
  sendWithCommit(tx, insertSession(tx, { ...opened, tokenHash: sha256(token), createdAt, expiresAt }));
  return token;
}

/**
 * The session of a call that must not use what others have bought or saved: a link opened it, on a device where no code
 * was confirmed lately. Null: a code or a passkey opened it, or a code was confirmed there; the browser may have got its
 * cookie after the session began.
 */
async function unprovedSession(
  { clock, database, settings }: Pick<Context, 'clock' | 'database' | 'settings'>,
  { customer: session, request }: { customer: Session; request: FastifyRequest },
): Promise<Session | null> {
  if (session.link === null) return null;
  const browsers = [session.browser, browserOf({ request, settings })].filter((one) => one !== null);
  const { customerId } = session;
  const isKnown = await isDeviceOfCustomer(database.orm, { customerId, browsers, now: clock.now() });
  return isKnown ? null : session;
}

/**
 * What the rows that a link session writes are kept under: the same link in the same browser, or, in one that keeps no
 * cookies, this session.
 */
export function writerOf({ link, browser, tokenHash }: Session): string {
  return browser === null ? tokenHash : sha256(`${link} ${browser}`);
}

/** The writer of what this session adds; null for one that is proved. */
export const writerOrNull = (unproved: Session | null): string | null => unproved && writerOf(unproved);

/** Whether a session may change or remove a row: a session of a link, before a code, only what it wrote itself. */
export function mayChange(unproved: Session | null, { writtenBy }: { writtenBy: string | null }): boolean {
  return unproved === null || writtenBy === writerOf(unproved);
}

/** What a change sets besides: what a proved session has changed is no link session's any more. */
export const ownersAgain = (unproved: Session | null): { writtenBy?: null } => (unproved ? {} : { writtenBy: null });

/**
 * Returns who holds the mailed codes of a signed-in call: its browser, or this session if it keeps no cookie. A stranger
 * without a cookie shares neither.
 */
export const codeHolder = (browser: string | null, { tokenHash }: Pick<Session, 'tokenHash'>): string =>
  browser ?? tokenHash;

/** Whether what was done for the customer at an instant was done in this session: no other was open then. */
export async function wasDoneIn(
  handle: Handle,
  { customerId, tokenHash, createdAt }: Session,
  instant: Date,
): Promise<boolean> {
  return instant >= createdAt && !(await wasOtherOpen(handle, { customerId, tokenHash, instant }));
}

/**
 * What changes how an account is reached asks for more than an open browser: that a code or a passkey opened the session
 * a moment ago. Null: it did.
 */
export function recentProofError({ clock }: Pick<Context, 'clock'>, session: Session): AppError | null {
  const isRecent = clock.ms() - session.createdAt.getTime() < RECENT_PROOF_MS;
  return session.link === null && isRecent ? null : appError('recent_code_required');
}

/** Where a customer is signed in; `is_this`: with the bearer of this call. */
export async function listSessions(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { customerId, tokenHash: own }: Session,
): Promise<OpenSession[]> {
  const open = await openSessions(database.orm, { customerId, now: clock.now() });
  return open.map(({ tokenHash, device, link, byPasskey, createdAt }) => ({
    id: sessionIdOf(tokenHash),
    device: device ?? 'other',
    by: link !== null ? 'link' : byPasskey ? 'passkey' : 'code',
    created_at: createdAt.toISOString(),
    is_this: tokenHash === own,
  }));
}

/**
 * Ends sessions that their customer names, the links that opened them, and confirmed codes that could open others. The
 * notice of each is on its way to what keeps them.
 */
export async function endNamedSessions(
  context: Pick<Context, 'changes' | 'clock' | 'database' | 'log'>,
  { session, ids }: { session: Session; ids: readonly string[] },
): Promise<Result<{ status: true }>> {
  const error = recentProofError(context, session);
  if (error) return error;
  const { customerId } = session;
  const { changes, clock, database, log } = context;
  const now = clock.now();
  const ended = await database.transaction(async (tx) => {
    await lockCustomer(tx, customerId);
    const count = await endSessions(tx, { customerId, ids, now });
    if (count > 0) await endVerifications(tx, { customerId, now });
    return count;
  });
  if (ended === 0) return { status: true };
  changes.sessions.change(customerId);
  logSecurity(log, 'session.ended', { customerId, why: 'ended elsewhere' });
  return { status: true };
}

/**
 * Signs out: the bearer stops working, here at once, and so do the customer's sign-in jwts that have not expired and,
 * but for `keepLinks`, every link to their number that was opened: they are in the browser's history as
 * /autologin/{jwt} and must not sign the next person in. What they have opened elsewhere stays open.
 */
export async function closeSession(
  { changes, clock, database, log }: Pick<Context, 'changes' | 'clock' | 'database' | 'log'>,
  { customerId, tokenHash }: Pick<Session, 'customerId' | 'tokenHash'>,
  { keepLinks = false }: { keepLinks?: boolean } = {},
): Promise<void> {
  await database.transaction(async (tx) => {
    const now = clock.now();
    const customer = await lockCustomer(tx, customerId);
    await revokeSession(tx, { tokenHash, now });
    await endVerifications(tx, { customerId, now });
    if (customer && !keepLinks) await revokeOpenedLinks(tx, customer.mobile);
  });
  // The notice is on its way; here it stops working with this answer.
  changes.sessions.change(customerId);
  logSecurity(log, 'session.ended', { customerId, why: 'signed out' });
}
