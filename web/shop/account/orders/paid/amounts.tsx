import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Order } from '#contract/account.ts';
import { priceText } from '#contract/rules/money/money.ts';
import { classes } from '#web/ui/classes.ts';
import { Price } from '#web/ui/price.tsx';
import { useAudView } from '../../../session/session.ts';

/** Hides shipping on printed receipts if the order contains only gift cards. */
export const shippingClasses = ({ items }: Order): string =>
  items.every(({ gift_card }) => gift_card) ? 'print:hidden' : '';

/** These rows must be inside a `<dl>`. */
export function Amounts({ order }: { order: Order }) {
  const { subtotal, shipping_amount, grand_total } = order;
  return (
    <>
      <Amount label={<Trans>Items</Trans>} dollars={subtotal} />
      <Amount label={<Trans>Shipping</Trans>} dollars={shipping_amount} className={shippingClasses(order)} />
      <Amount label={<Trans>Total</Trans>} dollars={grand_total} strong />
    </>
  );
}

type AmountProps = { label: ReactNode; dollars: number; strong?: boolean; className?: string };

export function Amount({ label, dollars, strong = false, className }: AmountProps) {
  return (
    <div className={classes('flex flex-wrap items-baseline justify-between gap-x-4', className)}>
      <dt className={strong ? 'text-17 font-semibold' : 'text-15 text-muted'}>{label}</dt>
      <dd>
        <Price text={priceText(dollars, useAudView())} size={strong ? 'medium' : 'small'} />
      </dd>
    </div>
  );
}
