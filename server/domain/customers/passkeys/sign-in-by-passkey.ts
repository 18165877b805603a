import type { UsedCredential } from '#contract/passkeys.ts';
import type { Device } from '#contract/shapes/device.ts';
import type { AuthAnswer } from '#contract/sign-in.ts';
import type { Context } from '#server/context.ts';
import { type AppError, appError, type Result, statusFalseError } from '#server/platform/kernel/errors.ts';
import { logSecurity } from '#server/platform/kernel/telemetry/security-events.ts';
import { recordDeviceSignIn } from '../devices/customer-devices-store.ts';
import { findPasskeyWithOwner, recordPasskeyUse } from '../devices/passkeys-store.ts';
import { isNoMobile } from '../former-owner-rules.ts';
import { queueNewDevice } from '../messages/change-messages.ts';
import { lockCustomer } from '../queries.ts';
import { openSession } from '../sessions/sessions.ts';
import { answerSignedIn } from '../sign-in/authenticate.ts';
import { consumeAnsweredChallenge } from './passkeys.ts';
import { verifyUse } from './webauthn.ts';

type Code = 'passkey_over' | 'passkey_unknown' | 'passkey_rejected';

/** Leaves lastSeenAt unchanged, because a passkey does not prove who owns the number (docs/decisions/033). */
export async function signInByPasskey(
  context: Context,
  { credential, browser, device }: { credential: UsedCredential; browser: string | null; device: Device },
): Promise<Result<AuthAnswer>> {
  const challenge = await consumeAnsweredChallenge(context, { ...credential, customerId: null, browser });
  if (challenge === null) return refuseSignIn(context, { code: 'passkey_over' });
  const found = await findPasskeyWithOwner(context.database.orm, credential.id);
  // Accounts without a number must first be recovered by email (docs/decisions/033).
  if (!found || isNoMobile(found.customer.mobile)) return refuseSignIn(context, { code: 'passkey_unknown' });
  const { passkey } = found;
  const { customerId } = passkey;
  const counter = await verifyUse(context.settings, { credential, challenge, passkey });
  if (counter === null) return refuseSignIn(context, { code: 'passkey_rejected', customerId });
  const entered = await context.database.transaction(async (tx) => {
    const customer = await lockCustomer(tx, customerId);
    if (!customer) return null;
    if (customer.suspendedAt) return { customer, token: null };
    const now = context.clock.now();
    const used = await recordPasskeyUse(tx, { id: passkey.id, counter, now });
    if (!used) return null;
    const isNew = browser === null || (await recordDeviceSignIn(tx, { customerId, browser, now }));
    if (isNew) await queueNewDevice(context, tx, { customer, browser, now });
    const session = { browser, device, byPasskey: true, passkeySince: passkey.createdAt };
    return { customer, token: openSession(context, tx, { customerId, ...session }) };
  });
  if (!entered) return refuseSignIn(context, { code: 'passkey_rejected', customerId });
  const { customer, token } = entered;
  if (token !== null) return answerSignedIn(context, { customer, token, by: 'passkey' });
  logSecurity(context.log, 'sign_in.refused', { customerId, reason: 'suspended' });
  return statusFalseError();
}

function refuseSignIn({ log }: Context, { code, customerId }: { code: Code; customerId?: number }): AppError {
  logSecurity(log, 'sign_in.refused', { customerId, reason: code });
  return appError(code);
}
