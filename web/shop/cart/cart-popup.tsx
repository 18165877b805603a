import { brand } from '../../brand/brand.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Picture } from '../../ui/picture.tsx';
import { SheetTitle } from '../../ui/sheet.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { PopupProps } from '../popups/registry.ts';
import { lineKey } from './cart-order.ts';
import { GiftCardRow, LineRow } from './cart-rows.tsx';
import { useCart, useCartActions } from './use-cart.ts';

const emptyPicture = { id: 'empty-cart', version: '1', width: 600, height: 480, ground: 'transparent' };

/** CP-01..CP-17, for signed-in shoppers; a visitor's cart icon opens the sign-in popup. */
export function CartPopup({ close }: PopupProps<'cart'>) {
  const { cards, lines, loading, empty } = useCart();
  const { busy, removeCard, removeLine, clear } = useCartActions(close);
  return (
    <div className="flex flex-col gap-5">
      <SheetTitle>Your Cart</SheetTitle>
      {loading && <Waiting />}
      {!loading && empty && <Empty close={close} />}
      {!empty && (
        <>
          <ul aria-busy={busy} className="divide-y divide-line">
            {cards.map(([key, card]) => (
              <GiftCardRow key={key} id={key} card={card} onRemove={() => void removeCard(key, card)} />
            ))}
            {lines.map((line) => (
              <LineRow key={lineKey(line)} line={line} onRemove={() => void removeLine(line)} />
            ))}
          </ul>
          <div className="sticky bottom-0 z-10 -mx-5 -mt-3 -mb-5 flex flex-col gap-3 border-t border-line bg-surface px-5 pt-3 pb-5 sm:-mx-7 sm:-mb-7 sm:px-7 sm:pb-7">
            <LinkButton to="/checkout" wide>
              Checkout
            </LinkButton>
            {brand.keepShopping && (
              <LinkButton to="/browse" look="plain" wide onClick={close}>
                Keep Shopping
              </LinkButton>
            )}
            <div className="flex gap-3 *:grow *:basis-0">
              <Button look="plain" onClick={close} className="px-2!">
                Close Window
              </Button>
              <Button look="danger" className="px-2!" busy={busy} onClick={() => void clear()}>
                Clear Cart
              </Button>
            </div>
          </div>
        </>
      )}
    </div>
  );
}

function Empty({ close }: { close: () => void }) {
  return (
    <div className="flex animate-appear flex-col items-center gap-4 text-center">
      <div className="w-56 overflow-hidden rounded-card">
        <Picture picture={emptyPicture} alt="" sizes="224px" />
      </div>
      <p className="font-display text-20 font-bold">Cart is empty</p>
      <p className="-mt-3 text-17 text-muted">Something nice is one tap away.</p>
      <div className="flex w-full flex-col gap-3">
        <LinkButton to="/browse" wide onClick={close}>
          {brand.keepShopping ? 'Keep Shopping' : brand.browseTitle}
        </LinkButton>
        <Button look="plain" wide onClick={close}>
          Close Window
        </Button>
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <div role="status" className="space-y-5">
      <span className="sr-only">Loading your cart</span>
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
