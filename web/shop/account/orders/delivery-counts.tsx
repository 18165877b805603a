import type { I18n } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { OrderItem } from '#contract/account.ts';
import { needsHelp } from './card-delivery.tsx';
import type { GiftCardLine, StatusWords } from './progress/order-status.ts';
import { StatusLine } from './progress/status-line.tsx';

export function DeliveryCounts({ items }: { items: readonly OrderItem[] }) {
  const { i18n } = useLingui();
  const counts = summarizeDeliveries(i18n, items);
  if (counts.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-wrap gap-2">
      {counts.map((status) => (
        <li key={status.text} className="grid">
          <StatusLine status={status} pill />
        </li>
      ))}
    </ul>
  );
}

const sentStates = ['sent', 'delivered', 'unknown'];

export function summarizeDeliveries(i18n: I18n, items: readonly OrderItem[]): StatusWords[] {
  const cards = items.flatMap(({ gift_card }): GiftCardLine[] => (gift_card ? [gift_card] : []));
  if (cards.length < 2) return [];
  const help = cards.filter(needsHelp).length;
  const waiting = cards.filter(({ state }) => state === 'waiting' || state === 'queued').length;
  const isSent = ({ state, opened_at }: GiftCardLine) =>
    sentStates.includes(state) || (state === 'failed' && opened_at);
  const sent = cards.filter((card) => isSent(card) && !needsHelp(card)).length;
  const failed = cards.filter((card) => card.state === 'failed' && !isSent(card) && !needsHelp(card)).length;
  const cancelled = cards.length - help - waiting - sent - failed;
  const all: [number, StatusWords][] = [
    [
      help,
      {
        text: i18n._(
          msg({ message: plural(help, { one: '# gift card needs your help', other: '# gift cards need your help' }) }),
        ),
        tone: 'bad',
        icon: 'alert',
      },
    ],
    [
      waiting,
      {
        text: i18n._(
          msg({
            message: plural(waiting, { one: '# gift card still to go out', other: '# gift cards still to go out' }),
          }),
        ),
        tone: 'muted',
        icon: 'clock',
      },
    ],
    [
      sent,
      {
        text: i18n._(msg({ message: plural(sent, { one: '# gift card sent', other: '# gift cards sent' }) })),
        tone: 'good',
        icon: 'check',
      },
    ],
    [
      failed,
      {
        text: i18n._(
          msg({
            message: plural(failed, {
              one: '# gift card could not be delivered',
              other: '# gift cards could not be delivered',
            }),
          }),
        ),
        tone: 'bad',
        icon: 'alert',
      },
    ],
    [
      cancelled,
      {
        text: i18n._(
          msg({ message: plural(cancelled, { one: '# gift card cancelled', other: '# gift cards cancelled' }) }),
        ),
        tone: 'muted',
        icon: 'close',
      },
    ],
  ];
  return all.flatMap(([count, status]) => (count > 0 ? [status] : []));
}
