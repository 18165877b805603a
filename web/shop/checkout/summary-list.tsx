import { useId } from 'react';
import { priceText } from '#contract/rules/money.ts';
import { useCurrencyView } from '../../state/session.ts';
import { Price } from '../../ui/price.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { CardRowView } from './card-row.tsx';
import { LineRowView } from './line-row.tsx';
import { type CardRow, cardsTitle, type LineRow } from './summary.ts';
import type { CardRefused } from './use-submit.ts';

type SummaryListProps = {
  cards: readonly CardRow[];
  lines: readonly LineRow[];
  /** Sum of the lines, and what shipping costs (null: not known yet); integer cents. */
  totalCents: number;
  shippingCents: number | null;
  refused: CardRefused | null;
  busy: boolean;
  onRemoveCard: (card: CardRow) => void;
  onRemoveLine: (line: LineRow) => void;
};

/** CK-03..CK-11: the gift cards, incomplete ones first, then the other products, and what it all comes to. */
export function SummaryList(props: SummaryListProps) {
  const { cards, lines, refused, busy } = props;
  const title = useId();
  const hasCards = cards.length > 0;
  return (
    <section aria-labelledby={title} className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <h2 id={title} className="text-20">
        {hasCards ? cardsTitle(cards.length) : 'Products'}
      </h2>
      {hasCards && (
        <ul className="divide-y divide-line">
          {cards.map((card) => (
            <CardRowView
              key={card.key}
              card={card}
              problems={refused?.key === card.key ? Object.values(refused.problems) : []}
              busy={busy}
              onRemove={() => props.onRemoveCard(card)}
            />
          ))}
        </ul>
      )}
      {hasCards && lines.length > 0 && <h3 className="border-t border-line pt-4 text-17">Products</h3>}
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

/** OQ-107: the total is that of the lines; delivery and what is paid stand below it where there is anything to deliver. */
function Totals({ lines, totalCents, shippingCents }: SummaryListProps) {
  const delivers = lines.length > 0;
  return (
    <dl className="space-y-1.5 border-t border-line pt-4">
      <Amount label="Total" cents={totalCents} strong={!delivers} />
      {delivers && <Amount label="Delivery" cents={shippingCents} />}
      {delivers && <Amount label="To pay" cents={shippingCents === null ? null : totalCents + shippingCents} strong />}
    </dl>
  );
}

function Amount({ label, cents, strong = false }: { label: string; cents: number | null; strong?: boolean }) {
  const view = useCurrencyView();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <dt className={strong ? 'text-17 font-semibold' : 'text-15 text-muted'}>{label}</dt>
      <dd data-amount={label.toLowerCase()}>
        {cents === null ? (
          <Skeleton className="h-5 w-20" />
        ) : (
          <Price text={priceText(cents / 100, view)} size={strong ? 'medium' : 'small'} />
        )}
      </dd>
    </div>
  );
}
