import type { Context } from '#server/context.ts';
import type { CallingDevice } from '#server/domain/customers/devices/device.ts';
import { lockCustomer } from '#server/domain/customers/queries.ts';
import { clearWriterIfVerified, type Session } from '#server/domain/customers/sessions/sessions.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { type Idempotency, runIdempotently } from '#server/platform/http/idempotency.ts';
import { type AppError, fieldErrors, type Result } from '#server/platform/kernel/errors.ts';
import { isFromCountries, toReachableMobile } from '#server/platform/kernel/mobile-number.ts';
import { nextSendableTime } from '#server/platform/kernel/next-sendable-time.ts';
import { hasStopped } from '#server/platform/messaging/opt-outs.ts';
import { isEditable } from '../card-state.ts';
import { moveDelivery, updateCard } from '../cards-store.ts';
import { findLastChange, insertChange, resendFacts } from '../changes-store.ts';
import { cardChangeError, othersCardError } from '../details/card-change-error.ts';
import * as store from '../details/details-store.ts';
import { recordMobileChange } from '../details/record-mobile-change.ts';
import { lockRecipient } from '../gift-value.ts';
import { withNewSecrets } from '../ledger/card-secrets.ts';
import type { DetailsRow } from '../queries.ts';
import { rescheduleCard } from '../reschedule-card.ts';
import { queueDelivery } from './queue-delivery.ts';
import { correctionDenial, type Denial, resendDenial, SAME_TAP_MS } from './resend-policy.ts';

export type SentAgain = { status: true; send_at: string | null; moved: 'quiet' | null };

type Query = { customerId: number; unverified: Session | null; id: number | null; idempotency: Idempotency | null };
type Card = NonNullable<Awaited<ReturnType<typeof store.lockCardOfDetails>>>;
type Issued = { card: Card; details: DetailsRow };

/** Implements resendgiftcard. A second tap returns the first result. Returns null if the customer has no such card. */
export async function resendCard(context: Context, query: Query): Promise<Result<SentAgain | null>> {
  const { id, customerId, unverified } = query;
  if (id === null) return null;
  const now = context.clock.now();
  return runIdempotently<Result<SentAgain | null>>(context, query.idempotency, async (tx) => {
    const issued = await lockIssued(tx, { customerId, id });
    if (!issued) return null;
    const error = await othersCardError(tx, { customerId, id, unverified });
    if (error) return error;
    if (!issued.card) return fieldErrors({ gift_card_details_id: 'card_not_sent_yet' });
    const { card, details } = issued;
    const last = await findLastChange(tx, card.id);
    if (last?.kind === 'resend' && isSameTap(last.createdAt, now)) return buildAnswer(card.sendAt, last.createdAt);
    const facts = await findResendFacts(tx, { customerId, id, now });
    const mobile = details.recipientMobile;
    const denial = resendDenial(facts, now);
    if (denial) return toDenialError('gift_card_details_id', denial, now);
    const sendAt = await beginAttempt(context, tx, { issued: { card, details }, mobile, now });
    // If the card's text never arrived, its validity restarts with this send.
    if (card.state === 'failed') await rescheduleCard(tx, { card, sendAt });
    await insertChange(tx, { kind: 'resend', card, customerId, oldMobile: mobile, newMobile: mobile, now });
    return buildAnswer(sendAt, now);
  });
}

type Correction = Query & { mobile: string; device: CallingDevice };

/**
 * Implements correctgiftcardmobile. Replaces link, picture URL, code and PIN, so that the old number loses access.
 * Keeps the balance and the giver's first name, but no texts of the giver. An unsent card keeps its send time. Returns
 * null if the customer has no such card.
 */
export async function correctMobile(context: Context, query: Correction): Promise<Result<SentAgain | null>> {
  const { id, customerId, unverified, device } = query;
  const { settings } = context;
  if (id === null) return null;
  const mobile = query.mobile.trim() === '' ? null : toReachableMobile(query.mobile);
  const now = context.clock.now();
  return runIdempotently<Result<SentAgain | null>>(context, query.idempotency, async (tx) => {
    const issued = await lockIssued(tx, { customerId, id }, mobile === null ? null : { mobile, settings });
    if (!issued) return null;
    if (mobile === null) {
      const error = query.mobile.trim() === '' ? 'recipient_mobile_required' : 'mobile_invalid';
      return fieldErrors({ recipient_mobile: error });
    }
    if (!isFromCountries(mobile, settings.GIFT_COUNTRIES))
      return fieldErrors({ recipient_mobile: 'recipient_mobile_abroad' });
    const { card, details } = issued;
    const isUnchanged = details.recipientMobile === mobile;
    const to = { mobile, device, settings };
    const changeError = isUnchanged ? null : await cardChangeError(tx, { customerId, id, unverified, to, now });
    if (changeError) return changeError;
    const correcting = { customerId, unverified, issued: { card, details }, mobile, now };
    if (!card || isEditable(card)) return changeNumber(context, tx, correcting);
    const last = isUnchanged ? await findLastChange(tx, card.id) : null;
    if (last?.kind === 'correct' && isSameTap(last.createdAt, now)) return buildAnswer(card.sendAt, last.createdAt);
    if (isUnchanged) return fieldErrors({ recipient_mobile: 'mobile_unchanged' });
    return (await attemptError(tx, { customerId, id, mobile, now })) ?? changeNumber(context, tx, correcting);
  });
}

type Attempt = { customerId: number; id: number; mobile: string; now: Date; byOperator?: boolean };

export async function attemptError(
  tx: Transaction,
  { customerId, id, mobile, now, byOperator = false }: Attempt,
): Promise<AppError | null> {
  const denial = correctionDenial(await findResendFacts(tx, { customerId, id, now }), now, { byOperator });
  if (denial) return toDenialError('recipient_mobile', denial, now);
  return (await hasStopped(tx, mobile)) ? fieldErrors({ recipient_mobile: 'recipient_opted_out' }) : null;
}

type Correcting = {
  customerId: number;
  unverified: Session | null;
  issued: { card: Card | null; details: DetailsRow };
  mobile: string;
  now: Date;
};

/** Lock customer, details and card first, and check every rule except the daily limit. */
export async function changeNumber(
  context: Context,
  tx: Transaction,
  { issued: { card, details }, ...correcting }: Correcting,
): Promise<Result<SentAgain>> {
  const { customerId, unverified, mobile, now } = correcting;
  if (card && !isEditable(card)) return correct(context, tx, { ...correcting, issued: { card, details } });
  const error = card && (await recordMobileChange(context, tx, { customerId, card, details, mobile, now }));
  if (error) return fieldErrors({ recipient_mobile: error });
  await store.updateDetails(tx, details.id, { recipientMobile: mobile, ...clearWriterIfVerified(unverified) });
  return buildAnswer(card?.sendAt ?? details.sendAt, now);
}

async function correct(
  context: Context,
  tx: Transaction,
  correcting: Correcting & { issued: Issued },
): Promise<SentAgain> {
  const { customerId, unverified, mobile, now } = correcting;
  const { card, details } = correcting.issued;
  const numbers = { oldMobile: details.recipientMobile, newMobile: mobile };
  await insertChange(tx, { kind: 'correct', card, customerId, ...numbers, oldLinkHash: card.linkHash, now });
  await store.updateDetails(tx, details.id, { recipientMobile: mobile, ...clearWriterIfVerified(unverified) });
  const sendAt = await beginAttempt(context, tx, correcting);
  await updateCard(tx, card.id, withNewSecrets(context.secrets, card.sealed));
  await rescheduleCard(tx, { card, sendAt });
  return buildAnswer(sendAt, now);
}

async function lockIssued(
  tx: Transaction,
  query: { customerId: number; id: number },
  to: Parameters<typeof lockRecipient>[1] | null = null,
): Promise<{ details: DetailsRow; card: Card | null } | null> {
  await lockCustomer(tx, query.customerId);
  if (to) await lockRecipient(tx, to);
  const details = await store.lockDetails(tx, query);
  return details ? { details, card: await store.lockCardOfDetails(tx, details.id) } : null;
}

async function findResendFacts(
  tx: Transaction,
  { id, customerId, now }: { id: number; customerId: number; now: Date },
) {
  const facts = (await resendFacts(tx, { detailsIds: [id], customerId, now })).get(id);
  if (!facts) throw new Error(`The gift card details ${id} belong to no card.`);
  return facts;
}

async function beginAttempt(
  context: Context,
  tx: Transaction,
  { issued: { card, details }, mobile: recipient, now }: { issued: Issued; mobile: string; now: Date },
): Promise<Date> {
  const sendAt = nextSendableTime(now, details.timezone);
  const nothing = { sentAt: null, deliveredAt: null, deliveryError: null, problem: null };
  const set = { ...nothing, deliveryAttempt: card.deliveryAttempt + 1, sendAt };
  await moveDelivery(tx, card.id, { to: 'queued', set });
  await queueDelivery(context, tx, {
    card: { id: card.id, deliveryAttempt: set.deliveryAttempt, sendAt },
    recipient,
    now,
  });
  return sendAt;
}

const isSameTap = (before: Date, now: Date): boolean => now.getTime() - before.getTime() < SAME_TAP_MS;

function buildAnswer(sendAt: Date | null, now: Date): SentAgain {
  return { status: true, send_at: sendAt?.toISOString() ?? null, moved: sendAt && sendAt > now ? 'quiet' : null };
}

function toDenialError(field: string, { error, from }: Denial, now: Date): AppError {
  const wait = from ? { retryAfter: Math.ceil((from.getTime() - now.getTime()) / 1_000) } : {};
  return fieldErrors({ [field]: error }, wait);
}
