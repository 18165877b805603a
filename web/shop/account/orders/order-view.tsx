import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useRouteLoaderData } from 'react-router';
import type { Order } from '#contract/account.ts';
import { serverNow } from '#web/shared/api/server-time.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { FewFirst, MANY } from '#web/ui/few-first.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { AddressBlock } from '../../address/address-block.tsx';
import type { loader } from '../../root.tsx';
import { SellerContact } from '../../seller/contact-list.tsx';
import { needsHelp } from './card-delivery.tsx';
import { DeliveryCounts, summarizeDeliveries } from './delivery-counts.tsx';
import { OrderItemView } from './order-item.tsx';
import { Amount, Amounts, shippingClasses } from './paid/amounts.tsx';
import { PaidWith } from './paid/paid-with.tsx';
import { deliveryWords, formatShortDate, orderStatusWords } from './progress/order-status.ts';
import { Parcels } from './progress/parcels.tsx';
import { Refunds } from './progress/refunds.tsx';
import { StatusLine } from './progress/status-line.tsx';

export function OrderView({ order }: { order: Order }) {
  const { t, i18n } = useLingui();
  return (
    <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_19rem] xl:gap-8">
      <div className="min-w-0 space-y-6">
        <div className="rounded-card border border-line bg-surface p-5">
          <div className="flex flex-col items-start gap-2">
            <div>
              <p className="text-13 text-muted">
                <Trans>Order number</Trans>
              </p>
              <h2 className="text-25 tabular">{order.increment_id}</h2>
              <p className="mt-1 text-15 text-muted wrap-anywhere">
                {`${formatShortDate(i18n, order.created_at)} · ${order.customer_name}`}
              </p>
            </div>
            <StatusLine status={orderStatusWords(i18n, order)} pill />
          </div>
          {order.status === 'refused' && (
            <p className="mt-3 text-15">
              <Trans>Nothing was charged. You pay nothing for this order.</Trans>
            </p>
          )}
          <DeliveryCounts items={order.items} />
        </div>
        <section aria-labelledby="items">
          <h2 id="items" className="text-20">
            <Trans>Items</Trans>
          </h2>
          <ul className="mt-3 space-y-3">
            <FewFirst items={sortHelpFirst(order.items)}>
              {(item) => <OrderItemView key={item.item_id} item={item} order={order} />}
            </FewFirst>
          </ul>
        </section>
        <Parcels order={order} />
      </div>
      <div className="grid content-start gap-4 sm:grid-cols-2 xl:sticky xl:top-[calc(var(--header-height)+2.5rem)] xl:grid-cols-1 xl:self-start">
        <Totals order={order} />
        <Address title={t`Shipping address`} address={order.shipping_address} className={shippingClasses(order)} />
        <Address title={t`Billing address`} address={order.billing_address} />
        {order.sellers.map(({ name, shop_url, contact }) => (
          <SellerContact key={shop_url} name={name} contact={contact} open={order.sellers.length === 1} />
        ))}
        <ReceiptAndHelp />
      </div>
      <LiveRegion>{formatDeliveries(i18n, order)}</LiveRegion>
    </div>
  );
}

function ReceiptAndHelp() {
  const settings = useRouteLoaderData<typeof loader>('root')?.settings;
  return (
    <div>
      <div className="flex flex-wrap gap-x-2 print:hidden">
        <Button variant="quiet" className="px-3! text-15!" onClick={() => globalThis.print()}>
          <Icon name="print" className="size-5" />
          <Trans>Print or save the receipt</Trans>
        </Button>
        <LinkButton to="/help#orders" variant="quiet" className="px-3! text-15!">
          <Trans>Help with this order</Trans>
        </LinkButton>
      </div>
      {settings && (
        <p className="hidden text-13 print:block">{`${settings.operator_name}, ABN ${settings.operator_abn}`}</p>
      )}
    </div>
  );
}

function sortHelpFirst(items: Order['items']): Order['items'] {
  const asks = (item: Order['items'][number]) => needsHelp(item.gift_card);
  return [...items.filter(asks), ...items.filter((item) => !asks(item))];
}

function Totals({ order }: { order: Order }) {
  const { tax_amount, items, tenders } = order;
  const gstFree = new Set(items.filter(({ gst_free }) => gst_free).map(({ name }) => name));
  const unregistered = order.sellers.filter(({ gst_registered }) => gst_registered === false);
  return (
    <section
      aria-labelledby="totals"
      className="rounded-card border border-line bg-surface p-5 sm:col-span-2 xl:col-span-1"
    >
      <h2 id="totals" className="text-17">
        <Trans>Amounts</Trans>
      </h2>
      <dl className="mt-2 space-y-1.5">
        <Amounts order={order} />
        {tax_amount > 0 && <Amount label={<Trans>GST included</Trans>} dollars={tax_amount} />}
      </dl>
      <PaidWith tenders={tenders} className="mt-3 border-t border-line pt-3" />
      <Refunds order={order} />
      {items.some(({ gift_card }) => gift_card) && (
        <p className="mt-2 text-13 text-muted">
          <Trans>No GST is charged on gift cards.</Trans>
        </p>
      )}
      {[...gstFree].map((name) => (
        <p key={name} className="mt-2 text-13 text-muted wrap-anywhere">
          <Trans>GST-free: {name}</Trans>
        </p>
      ))}
      {unregistered.map(({ name, shop_url }) => (
        <p key={shop_url} className="mt-2 text-13 text-muted wrap-anywhere">
          <Trans>{name} is not registered for GST.</Trans>
        </p>
      ))}
    </section>
  );
}

type AddressProps = { title: string; address: Order['shipping_address']; className?: string };

function Address({ title, address, className }: AddressProps) {
  return (
    <section
      aria-label={title}
      className={classes('rounded-card border border-line bg-surface p-5 wrap-anywhere', className)}
    >
      <h2 className="mb-2 text-17">{title}</h2>
      <AddressBlock address={address} />
    </section>
  );
}

function formatDeliveries(i18n: I18n, { items }: Order): string {
  if (items.length > MANY)
    return summarizeDeliveries(i18n, items)
      .map(({ text }) => text)
      .join('. ');
  return items
    .flatMap((line) => {
      const { gift_card } = line;
      if (!gift_card) return [];
      const name = gift_card.recipient_name;
      const { text } = deliveryWords(i18n, gift_card, { line, now: serverNow() });
      return [name ? i18n._(msg`${name}: ${text}`) : text];
    })
    .join('. ');
}
