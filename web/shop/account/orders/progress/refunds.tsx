import { Trans, useLingui } from '@lingui/react/macro';
import type { Order, OrderItem } from '#contract/account.ts';
import { priceText } from '#contract/rules/money/money.ts';
import { Price } from '#web/ui/price.tsx';
import { useAudView } from '../../../session/session.ts';
import { formatShortDate } from './order-status.ts';
import { hasLeft } from './parcel-words.ts';
import { refundReason, refundState } from './refund-words.ts';

export function Refunds({ order }: { order: Pick<Order, 'refunds' | 'shipments'> }) {
  const { i18n } = useLingui();
  const aud = useAudView();
  const { refunds } = order;
  if (refunds.length === 0) return null;
  const wasSent = hasLeft(order);
  return (
    <div className="mt-3 border-t border-line pt-3">
      <h3 className="font-sans text-15 font-semibold tracking-normal">
        <Trans>Refunds</Trans>
      </h3>
      <ul className="mt-1.5 space-y-2">
        {refunds.map(({ amount, created_at, reason, ...refund }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: refunds are only ever added at the end.
          <li key={index} className="text-13 text-muted">
            <span className="flex flex-wrap items-baseline justify-between gap-x-4">
              <span className="text-15">{formatShortDate(i18n, created_at)}</span>
              <Price text={priceText(amount, aud)} size="small" />
            </span>
            {[refundReason(i18n, reason, { wasSent }), refundState(i18n, refund)].filter(Boolean).join('. ')}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function LineRefunds({ item, order }: { item: OrderItem; order: Pick<Order, 'shipments'> }) {
  const { i18n } = useLingui();
  const aud = useAudView();
  const { refunds } = item;
  if (refunds.length === 0) return null;
  const wasSent = Boolean(item.gift_card) || hasLeft(order, item);
  return (
    <ul className="mt-3 text-15 text-muted">
      {refunds.map(({ amount, reason, created_at }, index) => {
        const [price, day] = [priceText(amount, aud), formatShortDate(i18n, created_at)];
        const reasonText = refundReason(i18n, reason, { wasSent });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: refunds are only ever added at the end.
          <li key={index}>
            <Trans>
              {price} refunded {day}
            </Trans>
            {reasonText && `. ${reasonText}`}
          </li>
        );
      })}
    </ul>
  );
}
