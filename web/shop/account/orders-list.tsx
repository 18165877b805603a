import type { Order } from '#contract/account.ts';
import { priceText } from '#contract/rules/money.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Price } from '../../ui/price.tsx';
import { placeOf } from '../address/address-text.ts';
import { AUD, dayText, orderStatusText } from './order-words.ts';

/** AC-08..AC-14, OQ-131: newest first as the server sends them, amounts in AUD. */
export function OrdersList({ orders, heading }: { orders: readonly Order[]; heading: 'h2' | 'h3' }) {
  if (orders.length === 0) {
    return (
      <EmptyState picture={<Icon name="box" className="size-16" />} title="No orders" text="What you buy shows here.">
        <LinkButton to="/browse" look="plain">
          Browse
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {orders.map((order) => (
        <li key={order.id} className="grid">
          <OrderCard order={order} heading={heading} />
        </li>
      ))}
    </ul>
  );
}

function OrderCard({ order, heading: Heading }: { order: Order; heading: 'h2' | 'h3' }) {
  return (
    <article
      aria-label={`Order ${order.increment_id}`}
      className="flex flex-col rounded-card border border-line bg-surface p-5"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Heading className="text-17 tabular">{order.increment_id}</Heading>
        <Price text={priceText(order.grand_total, AUD)} />
      </div>
      <p className="text-13 text-muted">{`${dayText(order.created_at)} · ${orderStatusText(order)}`}</p>
      <p className="mt-2 text-15 font-semibold wrap-anywhere">{order.customer_name}</p>
      <p className="text-15 wrap-anywhere">{placeOf(order.shipping_address)}</p>
      <div className="mt-auto pt-4">
        <LinkButton to={`/account/order/${order.id}`} look="plain" wide aria-label={`View Order ${order.increment_id}`}>
          View Order
        </LinkButton>
      </div>
    </article>
  );
}
