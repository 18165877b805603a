import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/handle.ts';
import {
  type Admission,
  type MessageRow,
  PROBLEM_WITHOUT_REASON,
  type PurposeHandler,
} from '../../messaging/purposes.ts';
import * as store from '../cards-store.ts';
import { nextSendTime, rescheduleCard } from '../reschedule-card.ts';
import { cardText, pictureAddress } from './compose-messages.ts';
import { queueFailedDelivery } from './failed-delivery.ts';
import { queueText } from './queue-delivery.ts';

/** After so many tries to draw the picture the text with the link is sent without it. */
const PICTURE_TRIES = 3;

/**
 * The two messages of a delivery attempt: the picture first; once it is settled, however, the text with the link. The
 * text decides what becomes of the card, because the picture alone would not deliver it.
 */
export const giftCardMessages: PurposeHandler = {
  retriedBy: 'job',
  composeTries: ({ channel }) => (channel === 'mms' ? PICTURE_TRIES : Number.POSITIVE_INFINITY),
  async lock(tx, message) {
    await store.lockCard(tx, cardIdOf(message));
  },
  admit,
  async compose(context, message) {
    const facts = await store.deliveryFacts(context.database.orm, cardIdOf(message));
    // An attempt that is over must not carry the new link to the number before.
    if (!facts || facts.card.deliveryAttempt !== message.deliveryAttempt) return 'not needed';
    const sender = facts.sellerSender;
    if (message.channel === 'sms') return { text: cardText(context, facts), sender };
    return { text: '', mediaUrl: await pictureAddress(context, facts), sender };
  },
  async onSettled(context, tx, { message, gaveUp, now }) {
    const card = await store.lockCard(tx, cardIdOf(message));
    if (!card || card.deliveryAttempt !== message.deliveryAttempt || message.state === 'not_needed') return;
    if (message.channel === 'sms' || gaveUp) return settleCard(context, tx, { card, message, now });
    if (card.deliveryState === 'queued') await queueText(context, tx, { card, recipient: message.recipient, now });
  },
};

/** Late deliveries also respect quiet hours. */
async function admit(tx: Transaction, { message, now }: { message: MessageRow; now: Date }): Promise<Admission> {
  const card = await store.lockCard(tx, cardIdOf(message));
  if (!card || card.isVoid || card.deliveryAttempt !== message.deliveryAttempt) return 'not needed';
  // A text whose outcome was unknown and that was not sent after all is sent again; until then its card is 'unknown'.
  const isSentAgain = message.channel === 'sms' && card.deliveryState === 'unknown';
  if (card.deliveryState !== 'queued' && !isSentAgain) return 'not needed';
  const { recipientMobile, timezone } = await store.recipientOf(tx, card);
  if (message.channel === 'sms') return { recipient: recipientMobile };
  const at = nextSendTime(card, { timezone, now });
  if (at <= now) return { recipient: recipientMobile };
  await rescheduleCard(tx, { card, sendAt: at });
  return { at };
}

/** A card that was opened arrived: a later failure does not change its delivery. */
async function settleCard(
  context: Context,
  tx: Transaction,
  { card, message, now }: { card: store.CardRow; message: MessageRow; now: Date },
): Promise<void> {
  const { state, sentAt, deliveredAt, error, problem } = message;
  if (state !== 'sent' && state !== 'delivered' && state !== 'failed' && state !== 'unknown') return;
  const isUndelivered = state === 'failed' || state === 'unknown';
  if (isUndelivered && card.openedAt && card.deliveryState !== 'queued') return;
  const set = {
    sentAt,
    deliveredAt,
    deliveryError: isUndelivered ? error : null,
    problem: state === 'failed' ? (problem ?? PROBLEM_WITHOUT_REASON) : null,
  };
  await store.moveDelivery(tx, card.id, { to: state, set });
  if (state === 'failed') await queueFailedDelivery(context, tx, { card, now });
}

const cardIdOf = ({ giftCardId }: MessageRow): number => Number(giftCardId);
