import type { Order } from '#contract/account.ts';
import { priceText } from '#contract/rules/money.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { Price } from '../../ui/price.tsx';
import { AddressBlock } from '../address/address-block.tsx';
import { OrderItemView } from './order-item.tsx';
import { AUD, dayText, deliveryWords, orderStatusText } from './order-words.ts';

/** What was bought, what became of it, where it went and what it cost. */
export function OrderView({ order }: { order: Order }) {
  return (
    <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
      <div className="space-y-6">
        <div className="rounded-card border border-line bg-surface p-5">
          <p className="text-13 text-muted">Order number</p>
          <h2 className="text-25 tabular">{order.increment_id}</h2>
          <p className="mt-1 text-15">
            <span className="font-semibold">{orderStatusText(order)}</span>
            <span className="text-muted">{` · ${dayText(order.created_at)} · ${order.customer_name}`}</span>
          </p>
        </div>
        <section aria-labelledby="items">
          <h2 id="items" className="text-20">
            Items
          </h2>
          <ul className="mt-3 space-y-3">
            {order.items.map((item) => (
              <OrderItemView key={item.item_id} item={item} />
            ))}
          </ul>
        </section>
      </div>
      <div className="space-y-4">
        <Totals order={order} />
        <Address title="Shipping address" address={order.shipping_address} />
        <Address title="Billing address" address={order.billing_address} />
      </div>
      <LiveRegion>{deliveriesInWords(order)}</LiveRegion>
    </div>
  );
}

function Totals({ order: { subtotal, shipping_amount, grand_total } }: { order: Order }) {
  return (
    <section aria-labelledby="totals" className="rounded-card border border-line bg-surface p-5">
      <h2 id="totals" className="text-17">
        Amounts
      </h2>
      <dl className="mt-2 space-y-1.5">
        <Amount label="Items" dollars={subtotal} />
        <Amount label="Shipping" dollars={shipping_amount} />
        <Amount label="Total" dollars={grand_total} strong />
      </dl>
    </section>
  );
}

function Amount({ label, dollars, strong = false }: { label: string; dollars: number; strong?: boolean }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className={strong ? 'text-17 font-semibold' : 'text-15 text-muted'}>{label}</dt>
      <dd>
        <Price text={priceText(dollars, AUD)} size={strong ? 'medium' : 'small'} />
      </dd>
    </div>
  );
}

function Address({ title, address }: { title: string; address: Order['shipping_address'] }) {
  return (
    <section aria-label={title} className="rounded-card border border-line bg-surface p-5 wrap-anywhere">
      <h2 className="mb-2 text-17">{title}</h2>
      <AddressBlock address={address} />
    </section>
  );
}

/** Read out when a delivery moves on while the page is open. */
function deliveriesInWords({ items }: Order): string {
  return items
    .flatMap(({ gift_card }) =>
      gift_card ? [`${gift_card.recipient_name}: ${deliveryWords(gift_card, Date.now()).text}`] : [],
    )
    .join('. ');
}
