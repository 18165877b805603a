import type { CardState } from '#contract/gift-cards.ts';
import { afterQuietHours } from '#contract/rules/send-time.ts';
import { DEFAULT_ZONE } from '#contract/rules/zones.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../database/handle.ts';
import { mayMove } from './card-states.ts';
import * as store from './cards-store.ts';

/** A claim older than this belongs to a process that died while it was sending. */
export const CLAIM_MS = 120_000;

export type Claim = { message: store.MessageRow; facts: store.DeliveryFacts };

/** Takes the next message of a due card, in a transaction of its own: nobody else can take the same one. */
export async function claimNext(context: Context, giftCardId: number): Promise<Claim | 'look again' | 'nothing to do'> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const card = await store.lockCard(tx, giftCardId);
    if (card?.state !== 'queued') return 'nothing to do';
    const facts = await store.deliveryFacts(tx, giftCardId);
    if (!facts) throw new Error(`Card ${giftCardId} has lost its order.`);
    const begun = await store.messagesOf(tx, card);
    const at = begun.some(isOut) ? card.sendAt : dueAt(facts, now);
    if (at > now) {
      await store.updateCard(tx, giftCardId, { sendAt: at });
      await context.jobs.send(tx, 'deliver-card', { giftCardId }, { at });
      return 'nothing to do';
    }
    await store.insertMessages(tx, messagesFor(facts, now));
    const messages = await store.messagesOf(tx, card);
    const next = messages.find((message) => message.state === 'queued' || message.state === 'claimed');
    if (!next) {
      await finish(tx, { messages, card, now });
      return 'nothing to do';
    }
    if (next.state === 'claimed' && !context.outside.messages.idempotent) return lose(tx, { message: next, now });
    if (next.state === 'claimed') refuseIfFresh(next, now);
    const fields = { state: 'claimed', claimedAt: now, attempts: next.attempts + 1 };
    await store.moveMessage(tx, { id: next.id, from: ['queued', 'claimed'], fields });
    return { message: next, facts };
  });
}

/** One of the two may have reached the recipient: the other follows it at any hour. */
const isOut = (message: store.MessageRow): boolean => message.state !== 'queued';

/** A card that is late (the carrier or this server was down) keeps to the quiet hours of its zone, too. */
function dueAt({ card, details }: store.DeliveryFacts, now: Date): Date {
  if (card.sendAt > now) return card.sendAt;
  return new Date(afterQuietHours(now.getTime(), details.timezone ?? DEFAULT_ZONE));
}

function messagesFor({ card, details }: store.DeliveryFacts, now: Date) {
  const common = {
    giftCardId: card.id,
    round: card.round,
    recipient: details.recipientMobile,
    purpose: 'gift',
    state: 'queued',
    createdAt: now,
  };
  // The first round keeps the names it has always had: a carrier that knows them must not see them anew.
  const name = card.round === 1 ? `gift-${card.id}` : `gift-${card.id}-round${card.round}`;
  return [
    { ...common, ref: `${name}-mms`, kind: 'mms' },
    { ...common, ref: `${name}-sms`, kind: 'sms' },
  ];
}

function refuseIfFresh(message: store.MessageRow, now: Date): void {
  const age = now.getTime() - (message.claimedAt?.getTime() ?? 0);
  if (age < CLAIM_MS) throw new Error(`Message ${message.ref} is being sent by another worker; looking again later.`);
}

/** 'Sent, answer unknown' is a state of its own that is never blindly resent. */
async function lose(
  tx: Transaction,
  { message, now }: { message: store.MessageRow; now: Date },
): Promise<'look again'> {
  refuseIfFresh(message, now);
  const fields = { state: 'unknown', error: 'The process ended before the carrier answered.' };
  await store.moveMessage(tx, { id: message.id, from: ['claimed'], fields });
  return 'look again';
}

/** All messages are settled: the text decides, because it carries the link; the picture alone would not deliver the card. */
async function finish(
  tx: Transaction,
  done: { messages: store.MessageRow[]; card: store.CardRow; now: Date },
): Promise<void> {
  const text = done.messages.find((message) => message.kind === 'sms');
  const state = (text?.state ?? 'failed') as CardState;
  if (!mayMove(done.card.state as CardState, state))
    throw new Error(`A ${done.card.state} card cannot become ${state}.`);
  await store.updateCard(tx, done.card.id, {
    state,
    sentAt: text?.sentAt ?? null,
    deliveredAt: state === 'delivered' ? (text?.deliveredAt ?? done.now) : null,
    failure: state === 'failed' || state === 'unknown' ? (text?.error ?? 'The carrier refused the message.') : null,
    problem: state === 'failed' ? (text?.problem ?? 'carrier') : null,
  });
}
