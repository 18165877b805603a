import { randomBytes } from 'node:crypto';
import type { NewCredential, PasskeyCreation } from '#contract/passkeys.ts';
import { showMobile } from '#contract/rules/customer/mobile.ts';
import { MAX_PASSKEYS, PASSKEY_CHALLENGE_MS } from '#contract/rules/limits.ts';
import type { Passkey } from '#contract/shapes/passkey.ts';
import type { Context } from '#server/context.ts';
import { runResultTransaction } from '#server/platform/database/transaction-result.ts';
import { type AppError, appError, isAppError, type Result, statusFalseError } from '#server/platform/kernel/errors.ts';
import { sha256 } from '#server/platform/kernel/secrets.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { detectPasskeyDevice } from '../devices/device.ts';
import {
  asPasskey,
  consumeChallenge,
  deletePasskey,
  insertChallenge,
  insertPasskey,
  type PasskeyRow,
  readPasskeys,
} from '../devices/passkeys-store.ts';
import { queuePasskeyAdded } from '../messages/change-messages.ts';
import { type CustomerRow, findCustomer, lockCustomer } from '../queries.ts';
import { recentProofError, type Session } from '../sessions/sessions.ts';
import { endSessions, endVerifications, findLiveSession } from '../sessions/sessions-store.ts';
import { buildCreationOptions, readChallenge, verifyNew } from './webauthn.ts';

type Adding = { session: Session; browser: string | null };

export async function listPasskeys({ database }: Pick<Context, 'database'>, customerId: number): Promise<Passkey[]> {
  return (await readPasskeys(database.orm, { customerId })).map(asPasskey);
}

export async function createChallenge(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  request: { customerId: number | null; browser: string | null },
): Promise<string> {
  const challenge = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.ms() + PASSKEY_CHALLENGE_MS);
  await insertChallenge(database.orm, { ...request, challengeHash: sha256(challenge), expiresAt });
  return challenge;
}

/** Consumes and returns the challenge. Returns null if it has expired or belongs to another browser or customer. */
export async function consumeAnsweredChallenge(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  answered: { response: { clientDataJSON: string }; customerId: number | null; browser: string | null },
): Promise<string | null> {
  const { response, customerId, browser } = answered;
  const challenge = readChallenge(response);
  if (challenge === null) return null;
  const query = { challengeHash: sha256(challenge), customerId, browser, now: clock.now() };
  return (await consumeChallenge(database.orm, query)) ? challenge : null;
}

export async function beginPasskey(
  context: Context,
  { session, browser }: Adding,
): Promise<Result<{ status: true; options: PasskeyCreation }>> {
  const { customerId } = session;
  const customer = await checkNewPasskey(context, session);
  if (isAppError(customer)) return customer;
  const present = await readPasskeys(context.database.orm, { customerId });
  if (present.length >= MAX_PASSKEYS) return appError('passkeys_full', [MAX_PASSKEYS]);
  const challenge = await createChallenge(context, { customerId, browser });
  const name = showMobile(customer.mobile);
  const owner = { customerId, name, displayName: `${customer.firstname} ${customer.lastname}` };
  return { status: true, options: buildCreationOptions(context.settings, { challenge, owner, present }) };
}

/** Allows only a verified owner, because a passkey stays valid when the number changes owners. */
async function checkNewPasskey(context: Context, session: Session): Promise<Result<CustomerRow>> {
  const error = recentProofError(context, session);
  if (error) return error;
  const customer = await findCustomer(context.database.orm, session.customerId);
  if (!customer) throw new Error(`Customer ${session.customerId} does not exist.`);
  return unverifiedError(customer) ?? customer;
}

const unverifiedError = ({ unprovedSince }: CustomerRow): AppError | null =>
  unprovedSince === null ? null : appError('passkey_email_required');

export async function addPasskey(
  context: Context,
  { session, browser, credential, userAgent }: Adding & { credential: NewCredential; userAgent: string },
): Promise<Result<{ status: true; passkey: Passkey }>> {
  const { customerId, tokenHash } = session;
  // Check this before consuming the challenge, so that the customer can still answer it after signing in again.
  const tooOld = recentProofError(context, session);
  if (tooOld) return tooOld;
  const challenge = await consumeAnsweredChallenge(context, { ...credential, customerId, browser });
  if (challenge === null) return appError('passkey_over');
  const newPasskey = await verifyNew(context.settings, { credential, challenge });
  if (!newPasskey) return appError('passkey_rejected');
  const device = detectPasskeyDevice({ userAgent, transports: newPasskey.transports });
  const added = await runResultTransaction(context.database, async (tx): Promise<Result<PasskeyRow>> => {
    const locked = await lockCustomer(tx, customerId);
    const now = context.clock.now();
    if (!locked || !(await findLiveSession(tx, { tokenHash, now }))) return appError('recent_code_required');
    const error = unverifiedError(locked);
    if (error) return error;
    if ((await readPasskeys(tx, { customerId })).length >= MAX_PASSKEYS)
      return appError('passkeys_full', [MAX_PASSKEYS]);
    const passkey = await insertPasskey(tx, { ...newPasskey, customerId, device, createdAt: now });
    if (passkey) await queuePasskeyAdded(context, tx, { customer: locked, now });
    return passkey ?? appError('passkey_rejected');
  });
  if (isAppError(added)) return added;
  logSecurity(context.log, 'passkey.added', { customerId });
  return { status: true, passkey: asPasskey(added) };
}

/** Removes a passkey and ends the customer's other sessions and confirmed codes. */
export async function removePasskey(
  { database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>,
  { session, id }: { session: Session; id: number },
): Promise<Result<{ status: true }>> {
  const error = recentProofError({ clock }, session);
  if (error) return error;
  const { customerId, tokenHash } = session;
  const removed = await database.transaction(async (tx) => {
    await lockCustomer(tx, customerId);
    if (!(await deletePasskey(tx, { customerId, id }))) return false;
    const now = clock.now();
    await endSessions(tx, { customerId, except: tokenHash, now });
    await endVerifications(tx, { customerId, now });
    return true;
  });
  if (!removed) return statusFalseError();
  logSecurity(log, 'passkey.removed', { customerId });
  logSecurity(log, 'session.ended', { customerId, why: 'passkey removed' });
  return { status: true };
}
