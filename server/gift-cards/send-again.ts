import { afterQuietHours } from '#contract/rules/send-time.ts';
import { DEFAULT_ZONE } from '#contract/rules/zones.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import type { Failure } from '../http/failures.ts';
import { type Idempotency, idempotent } from '../http/idempotency.ts';
import { reachableMobile } from '../sign-in/mobile-number.ts';
import { withNewSecrets } from './card-secrets.ts';
import { isEditable } from './card-states.ts';
import { forgetPicture, moveCard, updateCard } from './cards-store.ts';
import { noteNewNumber } from './change-number.ts';
import { insertChange, lastChangeOf, lockBuyer, secondSendFacts } from './changes-store.ts';
import * as store from './details-store.ts';
import { correctRefusal, type Refusal, resendRefusal, SAME_TAP_MS } from './second-send.ts';

/** `send_at`: when the card goes out (UTC); `moved` says that quiet hours put it off. */
export type SentAgain =
  | { status: true; send_at: string | null; moved: 'quiet' | null }
  | { status: false; input_validation: Record<string, string>; retry_after?: number };

/** Whose card, and the key of the call if it came with one. */
type Wish = { memberId: number; id: number; idempotency: Idempotency | null };
type Card = NonNullable<Awaited<ReturnType<typeof store.lockCardOfDetails>>>;
type Issued = { card: Card; details: store.DetailsRow };

/**
 * resendgiftcard: hands an unopened card to the carrier once more, by the same link, at once or after the quiet hours of its
 * zone. A second tap answers what the first one did. Null: the shopper has no such card.
 */
export async function resendCard(context: Context, wish: Wish): Promise<SentAgain | Failure | null> {
  const now = context.clock.now();
  return idempotent<SentAgain | null>(context, wish.idempotency, async (tx) => {
    const issued = await lockIssued(tx, wish);
    if (!issued) return null;
    if (!issued.card) return refused('gift_card_details_id', { message: 'This gift card has not gone out yet' }, now);
    const { card, details } = issued;
    const last = await lastChangeOf(tx, card.id);
    if (last?.kind === 'resend' && isSameTap(last.createdAt, now)) return answerOf(card.sendAt, last.createdAt);
    const facts = await factsOf(tx, { ...wish, now });
    const refusal = resendRefusal(facts, now);
    if (refusal) return refused('gift_card_details_id', refusal, now);
    const sendAt = await beginRound(context, tx, { issued: { card, details }, now });
    // A text that never arrived starts the card's life anew; its picture names the end of it.
    if (card.state === 'failed') await renew(tx, { card, sendAt });
    const mobile = details.recipientMobile;
    const change = { kind: 'resend', round: card.round + 1, startsRound: true, oldMobile: mobile, newMobile: mobile };
    await insertChange(tx, { ...change, ...who(wish, card), createdAt: now });
    return answerOf(sendAt, now);
  });
}

type Correction = Wish & { mobile: string };

/**
 * correctgiftcardmobile: an unopened card gets the right number. What has been sent to the old one stops working: the card is put
 * behind a new link and its picture message under a new address, then it goes out at once (or after quiet hours). Code, balance
 * and words stay. Before its first send only the number changes. Null: the shopper has no such card.
 */
export async function correctMobile(context: Context, wish: Correction): Promise<SentAgain | Failure | null> {
  const mobile = wish.mobile.trim() === '' ? null : reachableMobile(wish.mobile);
  const now = context.clock.now();
  return idempotent<SentAgain | null>(context, wish.idempotency, async (tx) => {
    const issued = await lockIssued(tx, wish);
    if (!issued) return null;
    if (mobile === null) {
      const message = wish.mobile.trim() === '' ? 'Please enter a mobile' : 'Please enter a valid mobile';
      return refused('recipient_mobile', { message }, now);
    }
    const { card, details } = issued;
    const same = details.recipientMobile === mobile;
    if (!card || isEditable(card)) {
      const message = card && (await noteNewNumber(tx, { memberId: wish.memberId, card, details, mobile, now }));
      if (message) return refused('recipient_mobile', { message }, now);
      await store.updateDetails(tx, details.id, { recipientMobile: mobile });
      return answerOf(card?.sendAt ?? details.sendAt, now);
    }
    const last = same ? await lastChangeOf(tx, card.id) : null;
    if (last?.kind === 'correct' && isSameTap(last.createdAt, now)) return answerOf(card.sendAt, last.createdAt);
    if (same) return refused('recipient_mobile', { message: 'This gift card went to this number already' }, now);
    const refusal = correctRefusal(await factsOf(tx, { ...wish, now }), now);
    if (refusal) return refused('recipient_mobile', refusal, now);
    return correct(context, tx, { wish, issued: { card, details }, mobile, now });
  });
}

type Correcting = { wish: Correction; issued: Issued; mobile: string; now: Date };

async function correct(context: Context, tx: Transaction, correcting: Correcting): Promise<SentAgain> {
  const { card, details } = correcting.issued;
  await note(tx, correcting);
  await store.updateDetails(tx, details.id, { recipientMobile: correcting.mobile });
  const sendAt = await beginRound(context, tx, correcting);
  await updateCard(tx, card.id, withNewSecrets(context.secrets, card.sealed));
  await renew(tx, { card, sendAt });
  return answerOf(sendAt, correcting.now);
}

/** The details, locked, with their card, locked too, if it has been issued; null for what is not this shopper's. */
async function lockIssued(
  tx: Transaction,
  wish: { memberId: number; id: number },
): Promise<{ details: store.DetailsRow; card: Card | null } | null> {
  await lockBuyer(tx, wish.memberId);
  const details = await store.lockDetails(tx, wish);
  return details ? { details, card: await store.lockCardOfDetails(tx, details.id) } : null;
}

async function factsOf(tx: Transaction, { id, memberId, now }: { id: number; memberId: number; now: Date }) {
  const facts = (await secondSendFacts(tx, { detailsIds: [id], memberId, now })).get(id);
  if (!facts) throw new Error(`Card of details ${id} has gone.`);
  return facts;
}

/** Messages of the round before are left as they are: the claim takes those of the present round only. */
async function beginRound(
  context: Context,
  tx: Transaction,
  { issued: { card, details }, now }: { issued: Issued; now: Date },
): Promise<Date> {
  const sendAt = new Date(afterQuietHours(now.getTime(), details.timezone ?? DEFAULT_ZONE));
  const nothing = { sentAt: null, deliveredAt: null, failure: null, problem: null };
  const fresh = { ...nothing, state: 'queued', round: card.round + 1, sendAt };
  await updateCard(tx, card.id, fresh);
  await context.jobs.send(tx, 'deliver-card', { giftCardId: card.id }, { at: sendAt });
  return sendAt;
}

async function renew(tx: Transaction, { card, sendAt }: { card: Card; sendAt: Date }): Promise<void> {
  await moveCard(tx, { card, sendAt });
  await forgetPicture(tx, card.id);
}

async function note(tx: Transaction, { wish, issued: { card, details }, mobile, now }: Correcting) {
  const change = { kind: 'correct', round: card.round + 1, startsRound: true };
  const numbers = { oldMobile: details.recipientMobile, newMobile: mobile };
  await insertChange(tx, { ...change, ...numbers, ...who(wish, card), createdAt: now });
}

const who = ({ memberId }: { memberId: number }, card: Card) => ({
  giftCardId: card.id,
  memberId,
  oldState: card.state,
});

const isSameTap = (before: Date, now: Date): boolean => now.getTime() - before.getTime() < SAME_TAP_MS;

function answerOf(sendAt: Date | null, now: Date): SentAgain {
  return { status: true, send_at: sendAt?.toISOString() ?? null, moved: sendAt && sendAt > now ? 'quiet' : null };
}

function refused(field: string, { message, from }: Refusal, now: Date): SentAgain {
  const wait = from ? { retry_after: Math.ceil((from.getTime() - now.getTime()) / 1_000) } : {};
  return { status: false, input_validation: { [field]: message }, ...wait };
}
