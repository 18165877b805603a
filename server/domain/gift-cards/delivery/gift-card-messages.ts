import type { Context } from '#server/context.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import {
  type Admission,
  type Composed,
  type ManyMessages,
  type MessageRow,
  PROBLEM_WITHOUT_REASON,
  type PurposeHandler,
  type Settled,
} from '#server/platform/messaging/purposes.ts';
import * as store from '../cards-store.ts';
import { queueArrivedDelivery } from '../notices/arrived-delivery.ts';
import { queueFailedDelivery } from '../notices/failed-delivery.ts';
import { nextSendTime, rescheduleCard } from '../reschedule-card.ts';
import { ensurePictureAddresses } from './card-pictures.ts';
import { composeCardText } from './compose-messages.ts';
import { queueTexts } from './queue-delivery.ts';

/** After this many failed attempts to draw the picture, the text is sent without it. */
const PICTURE_TRIES = 3;

type Messages = readonly MessageRow[];

/**
 * Sends the picture first, then the text, even if the picture failed. The text decides the card's state, because a
 * picture alone delivers nothing.
 */
const batch: ManyMessages = {
  async lock(tx, messages, options) {
    const locked = new Set((await store.lockCards(tx, messages.map(readCardId), options)).map(({ id }) => id));
    return messages.filter((message) => locked.has(readCardId(message)));
  },
  async admit(tx, { messages, now }) {
    const cards = await findCardsById(tx, messages);
    const recipients = await store.listRecipients(tx, [...cards.values()]);
    const admissions = new Map<number, Admission>();
    for (const message of messages) {
      const card = cards.get(readCardId(message));
      const recipient = card && recipients.get(card.detailsId);
      const admission = card && recipient ? await admit(tx, { message, card, recipient, now }) : 'not needed';
      admissions.set(message.id, admission);
    }
    return admissions;
  },
  compose,
  async onSettled(context, tx, settled) {
    const cards = await findCardsById(
      tx,
      settled.map(({ message }) => message),
    );
    const present = settled.flatMap(({ message, ...outcome }) => {
      const card = cards.get(readCardId(message));
      const isPresent = card?.deliveryAttempt === message.deliveryAttempt && message.state !== 'not_needed';
      return card && isPresent ? [{ card, message, ...outcome }] : [];
    });
    const decides = ({ message, gaveUp }: Settled) => message.channel === 'sms' || gaveUp;
    await settleCards(context, tx, present.filter(decides));
    const pictures = present.filter((item) => !decides(item) && item.card.deliveryState === 'queued');
    await queueTexts(
      context,
      tx,
      pictures.map(({ card, message: { recipient }, now }) => ({ card, recipient, now })),
    );
  },
};

export const giftCardMessages: PurposeHandler = {
  retriedBy: 'job',
  composeTries: ({ channel }) => (channel === 'mms' ? PICTURE_TRIES : Number.POSITIVE_INFINITY),
  batch,
};

/** Lock the cards first. */
async function findCardsById(tx: Transaction, messages: Messages): Promise<Map<number, store.CardWithValue>> {
  const cards = await store.readCards(tx, messages.map(readCardId));
  return new Map(cards.map((card) => [card.id, card]));
}

type Admitting = {
  message: MessageRow;
  card: store.CardWithValue;
  recipient: { recipientMobile: string; timezone: string | null };
  now: Date;
};

/**
 * Returns the recipient, or 'not needed'. If a picture is late and quiet hours have begun, returns when to send it
 * instead. Texts do not wait.
 */
async function admit(tx: Transaction, { message, card, recipient, now }: Admitting): Promise<Admission> {
  if (card.isVoid || card.deliveryAttempt !== message.deliveryAttempt) return 'not needed';
  // Resends a text whose outcome was unknown and which is now known to be unsent.
  const isSentAgain = message.channel === 'sms' && card.deliveryState === 'unknown';
  if (card.deliveryState !== 'queued' && !isSentAgain) return 'not needed';
  const { recipientMobile, timezone } = recipient;
  // The recipient's data was erased while the card was void.
  if (recipientMobile === '') return 'not needed';
  if (message.channel === 'sms') return { recipient: recipientMobile };
  const sendAt = nextSendTime(card, { timezone, now });
  if (sendAt <= now) return { recipient: recipientMobile };
  await rescheduleCard(tx, { card, sendAt: sendAt });
  return { sendAt };
}

async function compose(context: Context, messages: Messages): Promise<Map<number, Composed | 'not needed' | Error>> {
  const found = await store.listDeliveryFacts(context.database.orm, messages.map(readCardId));
  const facts = new Map(found.map((cardFacts) => [cardFacts.card.id, cardFacts]));
  const present = messages.flatMap((message) => {
    const ownFacts = facts.get(readCardId(message));
    // Skips messages of an earlier delivery attempt, which would carry the new link to the old number.
    return ownFacts && ownFacts.card.deliveryAttempt === message.deliveryAttempt ? [{ message, facts: ownFacts }] : [];
  });
  const pictures = present.filter(({ message }) => message.channel === 'mms').map(({ facts }) => facts);
  const addresses = pictures.length === 0 ? new Map() : await ensurePictureAddresses(context, pictures);
  const composed = new Map<number, Composed | 'not needed' | Error>(messages.map(({ id }) => [id, 'not needed']));
  for (const { message, facts } of present) {
    const { sellerSender: sender, card } = facts;
    const address: string | Error | undefined = addresses.get(card.id);
    if (message.channel === 'sms') composed.set(message.id, { text: composeCardText(context, facts), sender });
    else
      composed.set(
        message.id,
        typeof address === 'string' ? { text: '', mediaUrl: address, sender } : (address ?? 'not needed'),
      );
  }
  return composed;
}

type OfCard = Settled & { card: store.CardRow };

/** An opened card has arrived, so later failures do not change its state. */
async function settleCards(context: Context, tx: Transaction, settled: readonly OfCard[]): Promise<void> {
  const moves = settled.flatMap((item) => resolveMove(item) ?? []);
  for (const alike of Map.groupBy(moves, ({ move }) => JSON.stringify(move)).values()) {
    const [first] = alike;
    if (first)
      await store.moveDeliveries(
        tx,
        alike.map(({ card }) => card.id),
        first.move,
      );
  }
  for (const { card, move, now } of moves)
    if (move.to === 'delivered') {
      if (card.tellDelivered) await queueArrivedDelivery(context, tx, { card, now });
    } else if (move.to === 'failed' || move.to === 'unknown')
      await queueFailedDelivery(context, tx, { card, state: move.to, now });
}

function resolveMove({ card, message, now }: OfCard) {
  const { state, sentAt, deliveredAt, error, problem } = message;
  if (state !== 'sent' && state !== 'delivered' && state !== 'failed' && state !== 'unknown') return null;
  const isUndelivered = state === 'failed' || state === 'unknown';
  if (isUndelivered && card.openedAt && card.deliveryState !== 'queued') return null;
  const set = {
    sentAt,
    deliveredAt,
    deliveryError: isUndelivered ? error : null,
    problem: state === 'failed' ? (problem ?? PROBLEM_WITHOUT_REASON) : null,
  };
  return { card, now, move: { to: state, set } };
}

const readCardId = ({ giftCardId }: MessageRow): number => Number(giftCardId);
