import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import type { CardOnCart } from '#contract/cart/gift-card-tender.ts';
import { roundEleventh } from '#contract/rules/money/gst.ts';
import { type CurrencyView, priceText, toCents } from '#contract/rules/money/money.ts';
import type { SellerAmount } from '#contract/shapes/shipping-method.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Price } from '#web/ui/price.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ROWS_WITH_WORDS } from '../../gift-picture/wrapped-gift.tsx';
import { useAudView, useCurrencyView } from '../../session/session.ts';
import { countGiftCards } from '../../state/gift-cards.ts';
import type { CardErrors } from '../submit/use-submit.ts';
import { CardRowView } from './card-row.tsx';
import { LineRowView } from './line-row.tsx';
import { type CardRow, cardsTitle, type LineRow } from './summary.ts';

type SummaryListProps = {
  cards: readonly CardRow[];
  lines: readonly LineRow[];
  totalCents: number;
  shipping: { cents: number | null; gstCents: number; bySeller: readonly SellerAmount[] };
  untilFree: readonly SellerAmount[];
  tenders: readonly CardOnCart[];
  dueCents: number | null;
  rejected: CardErrors | null;
  busy: boolean;
  onRemoveCard: (card: CardRow) => void;
  onRemoveLine: (line: LineRow) => void;
  children?: ReactNode;
};

/** Fits into the window beside the form, so that the Confirm button stays visible. */
export function SummaryList(props: SummaryListProps) {
  const { cards, lines, rejected, busy } = props;
  const { i18n, t } = useLingui();
  const title = useId();
  const hasCards = cards.length > 0;
  const alone = cards.length + lines.length === 1;
  return (
    <section
      aria-labelledby={title}
      className="rounded-card border border-line bg-surface p-4 sm:p-5 md:max-h-[max(24rem,calc(100dvh-12.5rem))] md:overflow-y-auto md:overscroll-contain"
    >
      <h2 id={title} className="text-20">
        {hasCards ? i18n._(cardsTitle(countGiftCards(cards))) : t`Products`}
      </h2>
      {hasCards && (
        <ul className="divide-y divide-line">
          {cards.map((card, index) => (
            <CardRowView
              key={card.key}
              card={card}
              alone={alone}
              errors={rejected?.key === card.key ? Object.values(rejected.errors) : []}
              busy={busy}
              withWords={index < ROWS_WITH_WORDS}
              onRemove={() => props.onRemoveCard(card)}
            />
          ))}
        </ul>
      )}
      {hasCards && lines.length > 0 && (
        <h2 className="border-t border-line pt-4 text-20">
          <Trans>Products</Trans>
        </h2>
      )}
      {lines.length > 0 && (
        <ul className="divide-y divide-line">
          {lines.map((line) => (
            <LineRowView key={line.sku} line={line} busy={busy} onRemove={() => props.onRemoveLine(line)} />
          ))}
        </ul>
      )}
      <Totals {...props} />
    </section>
  );
}

function Totals(props: SummaryListProps) {
  const { lines, totalCents, shipping, untilFree, tenders, dueCents, children } = props;
  const { t } = useLingui();
  const view = useCurrencyView();
  const aud = useAudView();
  const delivers = lines.length > 0;
  const toPay = delivers ? dueCents : totalCents;
  const paying = delivers ? tenders.filter(({ amount }) => amount > 0) : [];
  const taxable = lines.filter(({ shown }) => shown.taxable);
  const goodsGst = taxable.reduce((sum, { price, qty }) => sum + roundEleventh(toCents(price) * qty), 0);
  const gst = shipping.cents === null ? null : goodsGst + shipping.gstCents;
  const charged = toPay === null ? '' : priceText(toPay / 100, aud);
  const converted = toPay !== null && charged !== priceText(toPay / 100, view);
  return (
    <div className="space-y-3 border-t border-line bg-surface pt-4 md:sticky md:-bottom-4 md:-mb-4 md:pb-4 lg:-bottom-5 lg:-mb-5 lg:pb-5">
      <dl className="space-y-1.5">
        <Amount name="total" label={t`Total`} cents={totalCents} strong={toPay === totalCents} />
        {delivers && <Amount name="shipping" label={t`Shipping`} cents={shipping.cents} zero={t`Free`} />}
        {delivers && shipping.cents !== null && <ShippingBySeller charges={shipping.bySeller} />}
        {paying.map(({ public_id, last4, amount }) => (
          <Amount key={public_id} name="gift card" label={t`Gift card ending ${last4}`} cents={-toCents(amount)} />
        ))}
        {toPay !== totalCents && <Amount name="to pay" label={t`To pay`} cents={toPay} strong />}
        {delivers && <Amount name="gst" label={t`GST included`} cents={gst} />}
      </dl>
      {untilFree.map(({ seller_name: seller, amount }) => (
        <UntilFreeText key={seller} seller={seller} price={priceText(amount, view)} />
      ))}
      {converted && (
        <p data-converted className="rounded-control bg-sunken p-3 text-13 text-muted">
          <Trans>
            Prices are shown in US dollars at today’s rate. You pay in Australian dollars: your card is charged{' '}
            <span className="font-semibold whitespace-nowrap text-ink">{charged}</span>.
          </Trans>
        </p>
      )}
      {children}
    </div>
  );
}

function ShippingBySeller({ charges }: { charges: readonly SellerAmount[] }) {
  const { t } = useLingui();
  const view = useCurrencyView();
  if (charges.length < 2 || charges.every(({ amount }) => amount === 0)) return null;
  return charges.map(({ seller_name: seller, amount }) => (
    <div key={seller} className="flex justify-between gap-x-4 pl-3 text-13 text-muted">
      <dt className="min-w-0 wrap-anywhere">{seller}</dt>
      <dd data-amount="shipping of one" className="whitespace-nowrap tabular">
        {amount === 0 ? t`Free` : priceText(amount, view)}
      </dd>
    </div>
  ));
}

function UntilFreeText({ seller, price }: { seller: string; price: string }) {
  return (
    <p className="flex gap-2 text-13 text-muted">
      <Icon name="truck" className="size-5 shrink-0" />
      <span>
        <Trans>
          Add <span className="whitespace-nowrap">{price}</span> from {seller} for free shipping.
        </Trans>
      </span>
    </p>
  );
}

function signedPrice(cents: number, view: CurrencyView): string {
  return `${cents < 0 ? '-' : ''}${priceText(Math.abs(cents) / 100, view)}`;
}

type AmountProps = { name: string; label: string; cents: number | null; strong?: boolean; zero?: string };

function Amount({ name, label, cents, strong = false, zero }: AmountProps) {
  const view = useCurrencyView();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className={strong ? 'text-17 font-semibold' : 'text-15 text-muted'}>{label}</dt>
      <dd data-amount={name}>
        {cents === null ? (
          <Skeleton className="h-5 w-20" />
        ) : cents === 0 && zero ? (
          <span className="text-17 font-semibold text-good">{zero}</span>
        ) : (
          <Price text={signedPrice(cents, view)} size={strong ? 'medium' : 'small'} />
        )}
      </dd>
    </div>
  );
}
