import type { Context } from '#server/context.ts';
import { lockCustomer } from '#server/domain/customers/queries.ts';
import { recordAction } from '#server/domain/operators/record-action.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import type { Actor } from '#server/platform/kernel/actor.ts';
import { type AppError, fieldErrors, isAppError, type Result } from '#server/platform/kernel/errors.ts';
import { isFromCountries } from '#server/platform/kernel/mobile-number.ts';
import { isEditable } from '../card-state.ts';
import { attemptError, changeNumber } from '../delivery/resend.ts';
import { lockCardOfDetails, lockSoldDetails } from '../details/details-store.ts';
import type { OperatedCard } from './operated-cards.ts';

type Correction = { card: OperatedCard; mobile: string; note: string; actor: Actor };
type Locked = {
  card: NonNullable<Awaited<ReturnType<typeof lockCardOfDetails>>>;
  details: NonNullable<Awaited<ReturnType<typeof lockSoldDetails>>>;
};

export function correctionError(context: Context, correction: Correction): Promise<AppError | null> {
  return context.database.transaction(async (tx) =>
    checkCorrection(context, tx, correction, await lock(tx, correction)),
  );
}

/** Corrects a card's number without the limit of five corrections that applies to customers. Returns the send time. */
export function correctCardNumber(context: Context, correction: Correction): Promise<Result<{ sendAt: Date | null }>> {
  const { actor, card, mobile, note } = correction;
  return context.database.transaction(async (tx) => {
    const issued = await lock(tx, correction);
    const error = await checkCorrection(context, tx, correction, issued);
    if (error) return error;
    const now = context.clock.now();
    const correcting = { customerId: card.customerId, unverified: null, issued, mobile, now };
    const changed = await changeNumber(context, tx, correcting);
    if (isAppError(changed)) return changed;
    const sendAt = changed.send_at === null ? null : new Date(changed.send_at);
    await recordAction({ actor, clock: context.clock }, tx, {
      action: 'card.number_corrected',
      subject: `gift card ${card.publicId}`,
      reason: note,
      before: { delivery: issued.card.state },
      after: { number: 'corrected', sendAt },
    });
    return { sendAt };
  });
}

/** Takes the locks in the same order as every other call that changes a number. */
async function lock(tx: Transaction, { card }: Correction): Promise<Locked> {
  await lockCustomer(tx, card.customerId);
  const details = await lockSoldDetails(tx, card.detailsId);
  const issued = await lockCardOfDetails(tx, card.detailsId);
  if (!details || !issued) throw new Error(`Gift card ${card.publicId} has no details.`);
  return { card: issued, details };
}

async function checkCorrection(
  { clock, settings }: Context,
  tx: Transaction,
  { card: { customerId }, mobile }: Correction,
  { card, details }: Locked,
): Promise<AppError | null> {
  if (!isFromCountries(mobile, settings.GIFT_COUNTRIES))
    return fieldErrors({ recipient_mobile: 'recipient_mobile_abroad' });
  if (details.recipientMobile === mobile) return fieldErrors({ recipient_mobile: 'mobile_unchanged' });
  if (isEditable(card)) return null;
  return attemptError(tx, { customerId, id: details.id, mobile, now: clock.now(), byOperator: true });
}
