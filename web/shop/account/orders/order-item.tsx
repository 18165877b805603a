import type { I18n } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { Order, OrderItem } from '#contract/account.ts';
import { localizeOptionTitle, priceText } from '#contract/rules/money/money.ts';
import { serverNow } from '#web/shared/api/server-time.ts';
import { localizeOptionLabel } from '#web/shared/languages/option-label.ts';
import { classes } from '#web/ui/classes.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Price } from '#web/ui/price.tsx';
import { useAudView } from '../../session/session.ts';
import { CardDelivery, needsHelp } from './card-delivery.tsx';
import { ItemPicture } from './item-picture.tsx';
import { deliveryWords, type GiftCardLine } from './progress/order-status.ts';
import { productWords } from './progress/parcel-words.ts';
import { LineRefunds } from './progress/refunds.tsx';
import { StatusLine } from './progress/status-line.tsx';

const MANY = 3;

type OrderItemProps = { item: OrderItem; order: Order };

export function OrderItemView({ item, order }: OrderItemProps) {
  const { gift_card: giftCard } = item;
  const edge = needsHelp(giftCard)
    ? classes('border-2', giftCard.state === 'failed' ? 'border-bad' : 'border-warn')
    : 'border-line';
  return (
    <li className={classes('rounded-card border bg-surface', edge)}>
      {giftCard && order.items.length > MANY ? (
        <Folded item={item} card={giftCard} order={order} />
      ) : (
        <ExpandedItem item={item} order={order} />
      )}
    </li>
  );
}

function ExpandedItem({ item, order }: OrderItemProps) {
  const { i18n } = useLingui();
  const aud = useAudView();
  const products = productWords(i18n, order, [item]);
  return (
    <div className="@container p-4 sm:p-5">
      <div className="grid gap-x-4 gap-y-3 @3xs:grid-cols-[6rem_minmax(0,1fr)] sm:@3xs:grid-cols-[7rem_minmax(0,1fr)]">
        <ItemPicture item={item} className="w-full max-w-28 self-start sm:row-span-2" />
        <div>
          <Name item={item} />
          <p className="text-13 text-muted">{formatItemDetails(i18n, item)}</p>
        </div>
        <dl className="flex flex-wrap justify-between gap-x-8 gap-y-1 text-15 max-sm:col-span-full sm:justify-start sm:@3xs:col-start-2">
          <Fact label={<Trans>Price</Trans>}>
            <Price text={priceText(item.price, aud)} size="small" />
          </Fact>
          <Fact label={<Trans>Qty</Trans>}>
            <span className="font-semibold tabular">{item.qty}</span>
          </Fact>
          <Fact label={<Trans>Total</Trans>}>
            <Price text={priceText(item.total, aud)} size="small" />
          </Fact>
        </dl>
      </div>
      {products && <StatusLine status={products} className="mt-3" />}
      <LineRefunds item={item} order={order} />
      {item.gift_card && <CardDelivery card={item.gift_card} line={item} order={order} />}
    </div>
  );
}

function Folded({ item, card, order }: OrderItemProps & { card: GiftCardLine }) {
  const { i18n } = useLingui();
  const aud = useAudView();
  const [open, setOpen] = useState(() => needsHelp(card));
  const { recipient_name: name } = card;
  const [price, qty, total] = [priceText(item.price, aud), item.qty, priceText(item.total, aud)];
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group/fold @container"
    >
      <summary className="flex min-h-12 list-none items-start gap-[min(1rem,4vw)] rounded-card p-[min(1rem,4vw)] hover:bg-sunken sm:items-center sm:px-5 [&::-webkit-details-marker]:hidden">
        <ItemPicture item={item} className="w-18 @max-3xs:hidden sm:w-24" />
        <span className="min-w-0 grow">
          <Name item={item} />
          {!open && name && (
            <span className="block text-15 text-muted wrap-anywhere">
              <Trans>For {name}</Trans>
            </span>
          )}
          <span className="block text-13 text-muted tabular">
            <Trans>
              Price {price} · Qty {qty} · Total {total}
            </Trans>
          </span>
          {!open && (
            <StatusLine
              status={deliveryWords(i18n, card, { line: item, now: serverNow() })}
              className="mt-1 wrap-anywhere"
            />
          )}
        </span>
        <Icon
          name="down"
          className="mt-1 size-5 shrink-0 text-muted transition-transform duration-150 group-open/fold:rotate-180 sm:mt-0"
        />
      </summary>
      <div className="px-4 pb-4 sm:px-5 sm:pb-5">
        <LineRefunds item={item} order={order} />
        <CardDelivery card={card} line={item} order={order} />
      </div>
    </details>
  );
}

function Name({ item }: { item: OrderItem }) {
  return <h3 className="font-sans text-17 leading-snug font-semibold tracking-normal text-pretty">{item.name}</h3>;
}

function formatItemDetails(i18n: I18n, { seller_name, options }: OrderItem): string {
  const chosen = options.map(
    ({ label, value }) => `${localizeOptionLabel(i18n, label)} ${localizeOptionTitle(value, i18n.locale)}`,
  );
  return [seller_name, ...chosen].join(' · ');
}

function Fact({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
