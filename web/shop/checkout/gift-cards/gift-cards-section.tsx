import { Trans, useLingui } from '@lingui/react/macro';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { OwnCard } from '#contract/cart/gift-card-tender.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import { useDollars } from '#web/shared/gift-cards/card-facts.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { LiveRegion } from '#web/ui/live-region.tsx';
import { Sheet } from '#web/ui/sheet/sheet.tsx';
import { showError } from '../../errors/show-error.ts';
import { lazyComponent } from '../../popups/lazy-component.tsx';
import { type CarriedCard, readCarriedCard } from '../../state/carried-card.ts';
import { type GiftRow, giftRows } from './gift-rows.ts';
import { GiftTile } from './gift-tile.tsx';
import { clearAskToScan, isScanRequested } from './scan-here.ts';
import { addTender, findShortenedCard, removeTender, sumGiftCardCents, type Tenders } from './tenders.ts';

const CodeSheet = lazyComponent(() => import('./code-sheet.tsx').then((file) => file.CodeSheet));

type GiftCardsSectionProps = {
  tenders: Tenders;
  ownCards: readonly OwnCard[];
  sellers: ReadonlySet<string>;
  buysGiftCards: boolean;
  /** Amount left to pay in cents; null while it is unknown. */
  due: number | null;
  busy: boolean;
};

export function GiftCardsSection({ tenders, ownCards, sellers, buysGiftCards, due, busy }: GiftCardsSectionProps) {
  const title = useId();
  const enter = useRef<HTMLButtonElement>(null);
  const { asked, sheet, open, close } = useCodeSheet(enter);
  const { busyWith, toggle, first } = useTenderCalls();
  const rows = giftRows({ ownCards: ownCards, onCart: tenders.cards, sellers });
  const carried = useCarriedOffer(rows, sellers);
  return (
    <section
      aria-labelledby={title}
      data-spend
      tabIndex={-1}
      className="outline-none md:rounded-card md:border md:border-line md:bg-surface md:p-6"
    >
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h2 id={title} className="text-20">
          <Trans>Use a gift card</Trans>
        </h2>
        <Button
          ref={enter}
          variant="quiet"
          className="-mr-[12px] ml-auto px-[12px]! text-15!"
          aria-haspopup="dialog"
          disabled={busy}
          onClick={() => open()}
        >
          <Icon name="plus" className="size-5" />
          <Trans>Enter a code</Trans>
        </Button>
      </div>
      {carried && <CarriedOffer card={carried} disabled={busy} onUse={() => open(carried)} />}
      {rows.length > 0 && (
        <ul className="mt-3 grid gap-3 lg:grid-cols-2">
          {rows.map((row) => (
            <GiftTile
              key={row.publicId}
              row={row}
              busy={busyWith === row.publicId}
              onToggle={() => !busy && toggle(row)}
              onFirst={() => !busy && first(row)}
            />
          ))}
        </ul>
      )}
      <Remarks tenders={tenders} buysGiftCards={buysGiftCards && rows.length > 0} />
      <Said tenders={tenders} due={due} />
      {sheet && (
        <Sheet onClose={close}>
          <CodeSheet scanning={asked} {...sheet} onClose={close} />
        </Sheet>
      )}
    </section>
  );
}

/**
 * Returns the gift card brought from its card page, unless `rows` contains this card or the cart has nothing from its
 * seller.
 */
function useCarriedOffer(rows: readonly GiftRow[], sellers: ReadonlySet<string>): CarriedCard | null {
  const [card] = useState(readCarriedCard);
  if (!card || !sellers.has(card.seller)) return null;
  return rows.some(({ seller, last4 }) => seller === card.seller && card.code.endsWith(last4)) ? null : card;
}

type CarriedOfferProps = { card: CarriedCard; disabled: boolean; onUse: () => void };

function CarriedOffer({ card: { balance, seller }, disabled, onUse }: CarriedOfferProps) {
  const amount = useDollars()(balance);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-accent-soft p-4 text-15">
      <Icon name="gift" className="shrink-0 text-accent" />
      <p className="min-w-0 grow basis-48 wrap-anywhere">
        <Trans>
          You have <strong className="whitespace-nowrap">{amount}</strong> to spend at {seller}.
        </Trans>
      </p>
      <Button variant="plain" aria-haspopup="dialog" disabled={disabled} onClick={onUse}>
        <Trans>Use this gift card</Trans>
      </Button>
    </div>
  );
}

type KnownCard = Partial<Pick<CarriedCard, 'code' | 'seller'>>;

function useCodeSheet(enter: RefObject<HTMLButtonElement | null>) {
  const [asked, setAsked] = useState(isScanRequested);
  const [sheet, setSheet] = useState<KnownCard | null>(asked ? {} : null);
  useEffect(clearAskToScan, []);
  return {
    asked,
    sheet,
    open: ({ code = '', seller = '' }: KnownCard = {}) => setSheet({ code, seller }),
    close: () => {
      setAsked(false);
      setSheet(null);
      // Focuses the code button if the offer that opened the sheet is gone and cannot regain the focus.
      requestAnimationFrame(() => document.activeElement === document.body && enter.current?.focus());
    },
  };
}

function useTenderCalls() {
  const [busyWith, setBusyWith] = useState<string | null>(null);
  async function run({ publicId }: GiftRow, call: () => Promise<void>): Promise<void> {
    if (busyWith !== null) return;
    setBusyWith(publicId);
    await call().catch(showError);
    setBusyWith(null);
  }
  return {
    busyWith,
    toggle: (row: GiftRow) =>
      run(row, () => (row.onCart ? removeTender(row.publicId) : addTender({ name: row.publicId }))),
    first: (row: GiftRow) => run(row, () => addTender({ name: row.publicId, first: true })),
  };
}

function Remarks({ tenders, buysGiftCards }: { tenders: Tenders; buysGiftCards: boolean }) {
  const dollars = useDollars();
  const short = findShortenedCard(tenders);
  const left = short && dollars(short.balance - short.amount);
  const minimum = dollars(0.5);
  if (!short && !buysGiftCards) return null;
  return (
    <div className="mt-3 space-y-1 text-13 text-muted">
      {short && (
        <p>
          <Trans>
            A payment card pays at least {minimum}, so {left} stays on your gift card.
          </Trans>
        </p>
      )}
      {buysGiftCards && (
        <p>
          <Trans>Gift cards pay for products and their shipping, not for other gift cards.</Trans>
        </p>
      )}
    </div>
  );
}

/** Announces changed amounts to screen readers, but not the initial ones. */
function Said({ tenders, due }: { tenders: Tenders; due: number | null }) {
  const { t } = useLingui();
  const dollars = useDollars();
  const cents = sumGiftCardCents(tenders);
  const [before] = useState(cents);
  const [changed, setChanged] = useState(false);
  if (!changed && cents !== before) setChanged(true);
  const paid = dollars(toDollars(cents));
  const left = due === null ? '' : dollars(toDollars(due));
  return <LiveRegion>{changed && left !== '' ? t`Gift cards pay ${paid}. Left to pay: ${left}.` : ''}</LiveRegion>;
}
