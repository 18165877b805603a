import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { RECENT_PROOF_MS, TOKEN_TTL_MS } from '#contract/rules/limits.ts';
import type { Device } from '#contract/shapes/device.ts';
import type { OpenSession } from '#contract/sign-in.ts';
import type { Context } from '#server/context.ts';
import type { Read } from '#server/platform/database/changes.ts';
import { type Handle, sendWithCommit, type Transaction } from '#server/platform/database/handle.ts';
import { readBrowser } from '#server/platform/http/device-cookie.ts';
import type { SignedIn } from '#server/platform/http/principal.ts';
import { type RefusedToken, registerSecurityLog } from '#server/platform/http/security-log.ts';
import { type AppError, appError, type Result } from '#server/platform/kernel/errors.ts';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { isDeviceOfCustomer } from '../devices/known-devices-store.ts';
import { lockCustomer } from '../queries.ts';
import {
  deriveSessionId,
  endSessions,
  endVerifications,
  findLiveSession,
  findSession,
  insertSession,
  openSessions,
  revokeOpenedLinks,
  revokeSession,
  wasOtherOpen,
} from './sessions-store.ts';

const MAX_KEPT = 50_000;

export type Session = SignedIn;
type Kept = Read & { session: Session; expiresAt: Date };

/** Caches the session of a bearer token until one of the customer's sessions is revoked. */
export function createSessions({
  changes: { sessions },
  clock,
  database,
}: Pick<Context, 'changes' | 'clock' | 'database'>): (token: string) => Promise<Session | null> {
  // Uses `maxSize`, because `max` preallocates all entries at every start, which takes milliseconds.
  const cache = new LRUCache<string, Kept>({ maxSize: MAX_KEPT, sizeCalculation: () => 1 });
  return async (token) => {
    const tokenHash = sha256(token);
    const entry = cache.get(tokenHash);
    if (entry && entry.expiresAt > clock.now() && sessions.isCurrent(entry)) return entry.session;
    const version = sessions.version();
    const found = await findLiveSession(database.orm, { tokenHash, now: clock.now() });
    if (!found) return null;
    const { expiresAt, ...facts } = found;
    const { customerId } = facts;
    const session = { ...facts, tokenHash };
    cache.set(tokenHash, { version, ids: [customerId], session, expiresAt });
    return session;
  };
}

export function registerSessions(app: FastifyInstance, context: Context): void {
  app.decorate('unverifiedSession', (call) => findUnverifiedSession(context, call));
  registerSecurityLog(app, context, (token) => explainToken(context, token));
}

/** Returns why a bearer token was rejected. Sessions are kept for a day after they end. */
async function explainToken(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  token: string,
): Promise<RefusedToken> {
  const session = await findSession(database.orm, sha256(token));
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
  passkeySince?: Date;
  /** Time when the customer confirmed the code, which is stored as the start of the session. */
  provedAt?: Date;
};

/** Opens a session for a fixed 55 minutes and returns its bearer token: 256 random bits, stored only as a hash. */
export function openSession(context: Context, tx: Transaction, { provedAt, ...opened }: Opened): string {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(context.clock.ms() + TOKEN_TTL_MS);
  const createdAt = provedAt ?? context.clock.now();
  sendWithCommit(tx, insertSession(tx, { ...opened, tokenHash: sha256(token), createdAt, expiresAt }));
  return token;
}

/**
 * Returns the session if a link opened it and no code was confirmed recently on the device. Such a session must not use
 * earlier purchases or saved data. The browser may have received its cookie after the session began.
 */
async function findUnverifiedSession(
  { clock, database, settings }: Pick<Context, 'clock' | 'database' | 'settings'>,
  { customer: session, request }: { customer: Session; request: FastifyRequest },
): Promise<Session | null> {
  if (session.link === null) return null;
  const browsers = [session.browser, readBrowser({ request, settings })].filter((browser) => browser !== null);
  const { customerId } = session;
  const isKnown = await isDeviceOfCustomer(database.orm, { customerId, browsers, now: clock.now() });
  return isKnown ? null : session;
}

/** Identifies who wrote a row: the link and browser, or the session for cookieless clients. */
export function identifyWriter({ link, browser, tokenHash }: Session): string {
  return browser === null ? tokenHash : sha256(`${link} ${browser}`);
}

export const identifyWriterOrNull = (unverified: Session | null): string | null =>
  unverified && identifyWriter(unverified);

export function mayChange(unverified: Session | null, { writtenBy }: { writtenBy: string | null }): boolean {
  return unverified === null || writtenBy === identifyWriter(unverified);
}

export const clearWriterIfVerified = (unverified: Session | null): { writtenBy?: null } =>
  unverified ? {} : { writtenBy: null };

/**
 * Identifies who may use a code: the browser, or the session for cookieless clients, so that strangers never share
 * codes.
 */
export const identifyCodeHolder = (browser: string | null, { tokenHash }: Pick<Session, 'tokenHash'>): string =>
  browser ?? tokenHash;

/** Returns true if this session, and no other, was open at `instant`. */
export async function wasDoneIn(
  handle: Handle,
  { customerId, tokenHash, createdAt }: Session,
  instant: Date,
): Promise<boolean> {
  return instant >= createdAt && !(await wasOtherOpen(handle, { customerId, tokenHash, instant }));
}

/**
 * Requires a recent code or passkey, because an open session alone must not change the email, passkeys or other
 * sessions.
 */
export function recentProofError({ clock }: Pick<Context, 'clock'>, session: Session): AppError | null {
  const isRecent = clock.ms() - session.createdAt.getTime() < RECENT_PROOF_MS;
  return session.link === null && isRecent ? null : appError('recent_code_required');
}

export async function listSessions(
  { clock, database }: Pick<Context, 'clock' | 'database'>,
  { customerId, tokenHash: ownHash }: Session,
): Promise<OpenSession[]> {
  const open = await openSessions(database.orm, { customerId, now: clock.now() });
  return open.map(({ tokenHash, device, link, byPasskey, createdAt }) => ({
    id: deriveSessionId(tokenHash),
    device: device ?? 'other',
    by: link !== null ? 'link' : byPasskey ? 'passkey' : 'code',
    created_at: createdAt.toISOString(),
    is_this: tokenHash === ownHash,
  }));
}

/** Also ends the links and confirmed codes of these sessions. */
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
 * Also revokes sign-in jwts and, unless `keepLinks`, opened links, because both stay in the browser history. Sessions
 * that these links opened on other devices continue.
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
  // Drops the session from this server's cache immediately; other servers are notified later.
  changes.sessions.change(customerId);
  logSecurity(log, 'session.ended', { customerId, why: 'signed out' });
}
