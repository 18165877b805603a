import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import type { Order, OrderStatus } from '#contract/account.ts';
import type { GiftCardLine } from '../account/orders/progress/order-status.ts';

const NOW_MS = 60_000;

const DECIDED: Partial<Record<OrderStatus, MessageDescriptor>> = {
  pending: msg`Your payment is being processed. Nothing is sent until it’s done.`,
  held: msg`We’re checking your order. We’ll text you once it’s approved. You won’t be charged before then.`,
  refused: msg`Your order was refused. You haven’t been charged.`,
  refunded: msg`Your order was refunded.`,
};

const HELD_GIFT_CARDS = msg`We’re checking your order. We’ll text you once it’s approved. Your gift cards won’t be charged before then.`;

type Bought = { status: OrderStatus | undefined; items: Order['items']; tenders?: Order['tenders'] };

/** Returns '' for orders without gift cards. Announces no delivery before the order is paid and the delivery is due. */
export function endingText(i18n: I18n, { status, items, tenders = [] }: Bought, now: number): string {
  const noCard = tenders.length > 0 && tenders.every(({ kind }) => kind === 'gift_card');
  const decided = status === 'held' && noCard ? HELD_GIFT_CARDS : status && DECIDED[status];
  if (decided) return i18n._(decided);
  const cards = items.flatMap(({ gift_card: card }) => (card && card.state !== 'void' ? [card] : []));
  const [first, ...otherCards] = cards;
  if (!first) return '';
  if (otherCards.length === 0) return singleGiftText(i18n, first, now);
  const count = cards.length;
  const stages = cards.map((card) => resolveStage(card, now));
  const countCards = (stage: Stage) => stages.filter((other) => other === stage).length;
  if (stages.includes('failed')) return i18n._(msg`Not every gift could be delivered.`);
  const [waiting, arrived] = [countCards('waiting'), countCards('arrived')];
  if (arrived === count) return i18n._(msg({ message: plural(count, { other: '# gifts have arrived.' }) }));
  if (waiting === count) return i18n._(msg({ message: plural(count, { other: '# gifts are wrapped and waiting.' }) }));
  if (waiting > 0) return i18n._(toComeText(waiting, count));
  if (arrived > 0) return i18n._(arrivedText(arrived, count));
  return i18n._(msg({ message: plural(count, { other: '# gifts are on their way.' }) }));
}

const toComeText = (waiting: number, count: number) =>
  msg({
    message: plural(waiting, {
      one: `# of ${count} gifts is still to come.`,
      other: `# of ${count} gifts are still to come.`,
    }),
  });

const arrivedText = (arrived: number, count: number) =>
  msg({
    message: plural(arrived, { one: `# of ${count} gifts has arrived.`, other: `# of ${count} gifts have arrived.` }),
  });

function singleGiftText(i18n: I18n, card: GiftCardLine, now: number): string {
  const name = card.recipient_name.split(' ')[0] ?? '';
  switch (resolveStage(card, now)) {
    case 'waiting':
      return i18n._(msg`Your gift for ${name} is wrapped and waiting.`);
    case 'going':
      return i18n._(msg`Your gift is on its way to ${name}.`);
    case 'arrived':
      return i18n._(msg`Your gift has reached ${name}.`);
    case 'failed':
      return i18n._(msg`Your gift could not be delivered to ${name}.`);
  }
}

type Stage = 'waiting' | 'going' | 'arrived' | 'failed';

function resolveStage({ state, send_at, opened_at }: GiftCardLine, now: number): Stage {
  if (state === 'delivered' || opened_at !== null) return 'arrived';
  if (state === 'failed') return 'failed';
  if (state === 'sent' || state === 'unknown') return 'going';
  return state === 'queued' && send_at !== null && Date.parse(send_at) <= now + NOW_MS ? 'going' : 'waiting';
}
