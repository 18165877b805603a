import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { OrderItem } from '#contract/account.ts';
import { showMobile } from '#contract/rules/mobile.ts';
import { priceText } from '#contract/rules/money.ts';
import { classes } from '../../ui/classes.ts';
import { Icon, type IconName } from '../../ui/icons.tsx';
import { Price } from '../../ui/price.tsx';
import { AUD, type DeliveryWords, deliveryWords, type GiftCardLine, isChangeable } from './order-words.ts';

/** AC-47: name, price, quantity and total of a line; of a gift card also who gets it and how far it is. */
export function OrderItemView({ item }: { item: OrderItem }) {
  return (
    <li className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <div className="flex flex-wrap gap-4">
        <span className="block w-20 shrink-0 self-start overflow-hidden rounded-control bg-sunken">
          <ItemPicture item={item} />
        </span>
        <div className="min-w-0 grow basis-40">
          <h3 className="font-sans text-17 font-semibold tracking-normal text-pretty">{item.name}</h3>
          <p className="text-13 text-muted">
            {[item.seller_name, ...item.options.map(({ label, value }) => `${label} ${value}`)].join(' · ')}
          </p>
        </div>
      </div>
      <dl className="mt-3 flex flex-wrap justify-between gap-x-8 gap-y-1 text-15 sm:justify-start sm:pl-24">
        <Fact label="Price">
          <Price text={priceText(item.price, AUD)} size="small" />
        </Fact>
        <Fact label="Qty">
          <span className="font-semibold tabular">{item.qty}</span>
        </Fact>
        <Fact label="Total">
          <Price text={priceText(item.total, AUD)} size="small" />
        </Fact>
      </dl>
      {item.gift_card && <Delivery card={item.gift_card} />}
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-13 text-muted">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The order keeps an address of the picture only; its box is the tile's shape. */
function ItemPicture({ item: { image, gift_card } }: { item: OrderItem }) {
  const shape = gift_card ? 'aspect-[1/0.62]' : 'aspect-square';
  if (!image) return <span className={classes('block', shape)} />;
  return (
    <img
      src={image.replace('/640.jpg', '/160.jpg')}
      alt=""
      width={80}
      height={gift_card ? 50 : 80}
      loading="lazy"
      className={classes('block w-full object-cover', shape)}
    />
  );
}

const icons: Record<DeliveryWords['tone'], { icon: IconName; tone: string }> = {
  muted: { icon: 'clock', tone: 'text-muted' },
  good: { icon: 'check', tone: 'text-good' },
  warn: { icon: 'alert', tone: 'text-warn' },
  bad: { icon: 'alert', tone: 'text-bad' },
};

function Delivery({ card }: { card: GiftCardLine }) {
  const { text, tone } = deliveryWords(card, Date.now());
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-3 text-15">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="text-muted">For </span>
          <span className="font-semibold">{card.recipient_name}</span>{' '}
          <span className="whitespace-nowrap text-muted tabular">{showMobile(card.recipient_mobile)}</span>
        </p>
        <p data-card-state={card.state} className={classes('mt-1 flex gap-1.5 font-semibold', icons[tone].tone)}>
          <Icon name={icons[tone].icon} className="size-5" />
          {text}
        </p>
      </div>
      {isChangeable(card) && (
        <Link
          to={`/giftcard/edit/${card.gift_card_details_id}`}
          aria-label={`Change the gift card for ${card.recipient_name}`}
          className="-mx-3 inline-flex min-h-12 items-center rounded-control px-3 font-semibold text-accent hover:bg-accent-soft"
        >
          Change
        </Link>
      )}
    </div>
  );
}
