import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { priceText } from '#contract/rules/money/money.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { Translated } from '#web/shared/languages/translated.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Price } from '#web/ui/price.tsx';
import { SheetTitle } from '#web/ui/sheet/sheet.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NotLoaded } from '../errors/not-loaded.tsx';
import { ROWS_WITH_WORDS } from '../gift-picture/wrapped-gift.tsx';
import { Toast } from '../popups/toast.tsx';
import { useCurrencyView } from '../session/session.ts';
import type { PopupProps } from '../state/popups.ts';
import { lineKey } from './cart-order.ts';
import { GiftCardRow, LineRow } from './cart-rows.tsx';
import { useKeptCart } from './kept-cart.ts';
import { totalCents } from './total-cents.ts';
import { useCart, useCartActions } from './use-cart.ts';

export function CartPopup({ close }: PopupProps<'cart'>) {
  const { cards, lines, loading, failed, empty } = useCart();
  const { busy, removeCard, removeLine, clear } = useCartActions(close);
  const list = useFocusOnNew([...cards.map(([key]) => key), ...lines.map(lineKey)]);
  return (
    <div className="@container flex flex-col gap-5">
      <SheetTitle>
        <Trans>Your Cart</Trans>
      </SheetTitle>
      <Toast inside />
      {loading && <Waiting />}
      {failed && <NotLoaded {...failed} elsewhere={false} />}
      {!loading && !failed && empty && <Empty close={close} />}
      {!empty && (
        <>
          <ul ref={list} aria-busy={busy} className="divide-y divide-line">
            {cards.map(([key, card], index) => (
              <GiftCardRow
                key={key}
                id={key}
                card={card}
                withWords={index < ROWS_WITH_WORDS}
                onRemove={() => void removeCard(key, card)}
              />
            ))}
            {lines.map((line) => (
              <LineRow key={lineKey(line)} line={line} onRemove={(shownLine) => void removeLine(shownLine)} />
            ))}
          </ul>
          <div className="bottom-0 z-10 -mx-5 -mt-3 -mb-5 flex flex-col gap-3 border-t border-line bg-surface px-5 pt-3 pb-5 sm:-mx-7 sm:-mb-7 sm:px-7 sm:pb-7 @3xs:sticky">
            <CartTotal cards={cards} lines={lines} />
            <LinkButton to="/checkout" wide>
              <Trans>Checkout</Trans>
            </LinkButton>
            {brand.keepShopping && (
              <LinkButton to="/browse" variant="plain" wide onClick={close}>
                <Trans>Keep Shopping</Trans>
              </LinkButton>
            )}
            <div className="flex flex-wrap gap-3 *:min-w-min *:grow *:basis-0">
              <Button variant="plain" onClick={close} className="px-2!">
                <Trans>Close Window</Trans>
              </Button>
              <Button variant="danger" className="px-2!" busy={busy} onClick={() => void clear()}>
                <Trans>Clear Cart</Trans>
              </Button>
            </div>
          </div>
        </>
      )}
    </div>
  );
}

/** Focuses a restored row, because the Undo button is gone. */
function useFocusOnNew(keys: string[]) {
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(keys);
  useEffect(() => {
    const index = keys.findIndex((key) => !before.current.includes(key));
    before.current = keys;
    const row = list.current?.children[index];
    const { activeElement } = document;
    if (!row || (activeElement !== document.body && activeElement?.localName !== 'h2')) return;
    row.scrollIntoView({ block: 'center' });
    row.querySelector('a')?.focus({ preventScroll: true });
  });
  return list;
}

/** Shows the cart total, without quantity changes that have not been sent. */
function CartTotal({ cards, lines }: Pick<ReturnType<typeof useCart>, 'cards' | 'lines'>) {
  const view = useCurrencyView();
  const cents = totalCents([
    ...cards.map(([, card]) => card),
    ...lines.map(({ product, qty }) => ({ price: product.price, qty })),
  ]);
  return (
    <p className="flex items-baseline justify-between gap-4">
      <span className="text-15 text-muted">
        <Trans>Total</Trans>
      </span>
      <Price text={priceText(cents / 100, view)} />
    </p>
  );
}

function Empty({ close }: { close: () => void }) {
  const putBack = useKeptCart();
  return (
    <div className="flex animate-appear flex-col items-center gap-4 text-center">
      <Illustration name="empty-cart" />
      <p className="font-display text-20 font-bold">
        <Trans>Cart is empty</Trans>
      </p>
      <p className="-mt-3 text-17 text-muted">
        <Trans>Something nice is one tap away.</Trans>
      </p>
      <div className="flex w-full flex-col gap-3">
        {putBack && (
          <Button wide onClick={putBack}>
            <Trans>Put back what was in your cart</Trans>
          </Button>
        )}
        <LinkButton to="/browse" wide variant={putBack ? 'plain' : 'primary'} onClick={close}>
          {brand.keepShopping ? <Trans>Keep Shopping</Trans> : <Translated message={brand.browseTitle} />}
        </LinkButton>
        <Button variant="plain" wide onClick={close}>
          <Trans>Close Window</Trans>
        </Button>
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">
        <Trans>Loading your cart</Trans>
      </span>
      {['first', 'second'].map((row) => (
        <div key={row} className="flex gap-4">
          <Skeleton className="h-16 w-24 shrink-0" />
          <div className="grow space-y-2">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
          </div>
        </div>
      ))}
    </div>
  );
}
