import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Order } from '#contract/account.ts';
import { priceText } from '#contract/rules/money/money.ts';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Price } from '#web/ui/price.tsx';
import { formatPlaceLine } from '../../address/address-text.ts';
import { useAudView } from '../../session/session.ts';
import { EmptyUnlessHidden } from '../page/empty-unless-hidden.tsx';
import { ORDER, ORDERS, SHELF } from '../page/skeletons.tsx';
import { ItemPicture } from './item-picture.tsx';
import { PaidWith } from './paid/paid-with.tsx';
import { formatShortDate, orderStatusWords } from './progress/order-status.ts';
import { productWords } from './progress/parcel-words.ts';
import { StatusLine } from './progress/status-line.tsx';

export function OrdersList({ orders, heading }: { orders: readonly Order[]; heading: 'h2' | 'h3' }) {
  const { t } = useLingui();
  if (orders.length === 0) {
    return (
      <EmptyUnlessHidden>
        <EmptyState
          picture={<Illustration name="empty-orders" />}
          title={t`No orders`}
          text={t`Your orders will appear here.`}
          heading="h2"
        >
          <LinkButton to="/browse" variant="plain">
            <Trans>Browse</Trans>
          </LinkButton>
        </EmptyState>
      </EmptyUnlessHidden>
    );
  }
  return (
    <div className="@container">
      <ul className={ORDERS}>
        {orders.map((order) => (
          <li key={order.id} className="@container grid">
            <OrderCard order={order} heading={heading} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function OrderCard({ order, heading: Heading }: { order: Order; heading: 'h2' | 'h3' }) {
  const { t, i18n } = useLingui();
  const number = order.increment_id;
  const products = productWords(i18n, order);
  return (
    <article aria-label={t`Order ${number}`} className={ORDER}>
      <Shelf items={order.items} />
      <div className="flex min-w-0 grow flex-col p-5 pt-4 @lg:pt-5">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Heading className="text-17 tabular">{number}</Heading>
          <Price text={priceText(order.grand_total, useAudView())} />
        </div>
        <p className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-15 text-muted">
          <span>{formatShortDate(i18n, order.created_at)}</span>
          <StatusLine status={orderStatusWords(i18n, order)} pill className="ml-auto text-13!" />
        </p>
        <Contents items={order.items} />
        <PaidWith tenders={order.tenders} className="mt-3 border-t border-line pt-3" />
        {products && (
          <StatusLine status={{ ...products, text: t`Products: ${products.text}` }} className="mt-2 text-13!" />
        )}
        <p className="mt-3 border-t border-line pt-3 text-15 font-semibold wrap-anywhere">{order.customer_name}</p>
        <p className="text-15 text-muted wrap-anywhere">{formatPlaceLine(order.shipping_address)}</p>
        <div className="mt-auto pt-4">
          <LinkButton to={`/account/order/${order.id}`} variant="plain" wide aria-label={t`View Order ${number}`}>
            <Trans>View Order</Trans>
          </LinkButton>
        </div>
      </div>
    </article>
  );
}

const SHOWN = 3;

const ALONE = ['@lg:w-full @lg:max-w-72', '(min-width: 640px) 288px, 112px'] as const;
const PAIR = ['@lg:w-3/4 @2xl:w-[calc(50%-0.5rem)]', '160px'] as const;
const MANY = ['@lg:w-[calc(50%-0.5rem)]', '160px'] as const;

function Shelf({ items }: { items: Order['items'] }) {
  const [look, sizes] = items.length === 1 ? ALONE : items.length === 2 ? PAIR : MANY;
  return (
    <div aria-hidden="true" className={SHELF}>
      {items.slice(0, SHOWN).map((item) => (
        <ItemPicture
          key={item.item_id}
          item={item}
          sizes={sizes}
          className={classes('h-18 min-w-0 shrink! shadow-float @lg:h-auto', look)}
        />
      ))}
      {items.length > SHOWN && (
        <span className="font-display text-20 font-bold tabular">{`+${items.length - SHOWN}`}</span>
      )}
    </div>
  );
}

function Contents({ items }: { items: Order['items'] }) {
  const { t } = useLingui();
  const [first] = items;
  if (!first) return null;
  const name = first.name;
  const otherItemCount = items.length - 1;
  const recipients = [
    ...new Set(items.flatMap(({ gift_card }) => (gift_card?.recipient_name ? [gift_card.recipient_name] : []))),
  ];
  const named = recipients.slice(0, SHOWN).join(', ');
  const others = recipients.length - SHOWN;
  return (
    <div className="mt-3">
      <p className="text-17 font-semibold wrap-anywhere">
        {otherItemCount === 0
          ? name
          : t({ message: plural(otherItemCount, { one: `${name} and # more`, other: `${name} and # more` }) })}
      </p>
      {recipients.length > 0 && (
        <p className="mt-1 flex gap-1.5 text-15 text-muted">
          <Icon name="gift" className="size-5 text-accent" />
          <span className="min-w-0 wrap-anywhere">
            {others > 0
              ? t({ message: plural(others, { one: `For ${named} and # more`, other: `For ${named} and # more` }) })
              : t`For ${named}`}
          </span>
        </p>
      )}
    </div>
  );
}
