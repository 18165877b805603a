import { Trans, useLingui } from '@lingui/react/macro';
import type { Order, OrderItem } from '#contract/account.ts';
import { priceText } from '#contract/rules/money/money.ts';
import { serverNow } from '#web/shared/api/server-time.ts';
import { FewFirst } from '#web/ui/few-first.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Price } from '#web/ui/price.tsx';
import { ItemPicture } from '../account/orders/item-picture.tsx';
import { CardSteps } from '../account/orders/progress/card-steps.tsx';
import { deliveryWords } from '../account/orders/progress/order-status.ts';
import { productWords } from '../account/orders/progress/parcel-words.ts';
import { StatusLine } from '../account/orders/progress/status-line.tsx';
import { PrintLater, PrintLink } from '../account/print/print-link.tsx';
import { formatPlaceLine } from '../address/address-text.ts';
import { useAudView } from '../session/session.ts';

const isOnItsWay = ({ state, opened_at }: NonNullable<OrderItem['gift_card']>) =>
  opened_at === null && ['waiting', 'queued', 'sent'].includes(state);

export function WhatWasBought({ order }: { order: Order }) {
  const sellers = [...new Set(order.items.map(({ seller_name }) => seller_name))];
  const hasProducts = order.items.some(({ gift_card }) => !gift_card);
  const place = formatPlaceLine(order.shipping_address);
  const cards = order.items.some(({ gift_card }) => gift_card && isOnItsWay(gift_card));
  const goesOut = order.status === 'approved' || order.status === 'held';
  return (
    <div className="mt-8 w-full space-y-6 text-left">
      {sellers.map((seller) => (
        <section key={seller} aria-label={seller}>
          <h2 className="text-20 wrap-anywhere">
            <Trans>From {seller}</Trans>
          </h2>
          <ul className="mt-3 grid gap-3">
            <FewFirst items={order.items.filter(({ seller_name }) => seller_name === seller)}>
              {(item) => <Bought key={item.item_id} item={item} order={order} />}
            </FewFirst>
          </ul>
        </section>
      ))}
      {goesOut && (
        <div className="space-y-2 text-15 text-muted">
          {hasProducts && (
            <p className="flex gap-2 wrap-anywhere">
              <Icon name="truck" className="size-5" />
              <span>
                <Trans>Products go to {place}.</Trans>
              </span>
            </p>
          )}
          {cards && (
            <p className="flex gap-2">
              <Icon name="phone" className="size-5" />
              <span>
                <Trans>
                  First a picture message arrives on their phone, then a text with the link to the gift card. Your order
                  shows when it got there.
                </Trans>
              </span>
            </p>
          )}
        </div>
      )}
    </div>
  );
}

function Bought({ item, order }: { item: OrderItem; order: Order }) {
  const { i18n } = useLingui();
  const total = priceText(item.total, useAudView());
  const { gift_card: card, name, qty } = item;
  const recipient = card?.recipient_name;
  const products = productWords(i18n, order, [item]);
  return (
    <li className="flex flex-wrap items-start gap-4 rounded-card border border-line bg-surface p-4 text-15">
      <ItemPicture item={item} className="w-[min(6rem,25vw)]" />
      <div className="min-w-0 grow basis-[10rem]">
        <h3 className="font-sans text-17 leading-snug font-semibold tracking-normal wrap-anywhere">
          {qty > 1 ? `${qty} × ${name}` : name}
        </h3>
        {recipient && (
          <p className="wrap-anywhere">
            <Trans>For {recipient}</Trans>
          </p>
        )}
        <p>
          <Price text={total} size="small" className="text-muted" />
        </p>
        {card && (
          <p data-card-state={card.state} className="mt-1">
            <StatusLine status={deliveryWords(i18n, card, { line: item, now: serverNow() })} />
          </p>
        )}
        {card && <PrintLink card={card} order={order} className="mt-1 -ml-3" />}
        {card && <PrintLater card={card} />}
        {products && <StatusLine status={products} className="mt-1" />}
      </div>
      {card && (
        <div className="w-full empty:hidden">
          <CardSteps card={card} order={order} />
        </div>
      )}
    </li>
  );
}
