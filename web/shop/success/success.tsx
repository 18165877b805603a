import { useEffect } from 'react';
import { MINE, queryClient } from '../../api/query-client.ts';
import { brand } from '../../brand/brand.ts';
import { clearGiftCards } from '../../state/gift-cards.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icons.tsx';
import { Picture } from '../../ui/picture.tsx';
import { GiftArt } from './gift-art.tsx';
import { nextSteps } from './next-steps.ts';
import { type PlacedGift, usePlacedOrder } from './placed-order.ts';

/**
 * TY-01..TY-03. Stored gift card details go (ST-104), and cart, orders and saved cards are looked up anew: what was bought is not
 * in the cart any more.
 */
export default function Success() {
  const placed = usePlacedOrder((state) => state.placed);
  useEffect(() => {
    clearGiftCards();
    void queryClient().invalidateQueries({ queryKey: [MINE] });
  }, []);
  const success = placed?.order.success;
  const orderId = placed?.order.orderId ?? success?.order_id;
  return (
    <div className="page page-narrow flex flex-col items-center py-8 text-center sm:py-14">
      <title>{`Thank you | ${brand.title}`}</title>
      <GiftArt />
      {success ? (
        <>
          <h1 className="mt-4 text-32">Thank you!</h1>
          <p className="mt-2 text-17">
            <span className="font-semibold">{success.shop_name}</span> has your order.
          </p>
          <p className="mt-3 rounded-full bg-accent-soft px-4 py-1.5 text-15">
            Order number <span className="font-bold tabular">{success.order_id}</span>
          </p>
        </>
      ) : (
        <h1 className="mt-4 text-32">Your order has been placed</h1>
      )}
      {placed && <Next gifts={placed.gifts} parcel={placed.parcel} />}
      <div className="mt-8 flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
        <LinkButton to={orderId === undefined ? '/account/orders' : `/account/order/${orderId}`}>
          {orderId === undefined ? 'Your Orders' : 'View Order'}
        </LinkButton>
        <LinkButton to="/browse" look="plain">
          {brand.browseTitle}
        </LinkButton>
      </div>
    </div>
  );
}

/** What happens next: gift by gift, then the parcel. */
function Next({ gifts, parcel }: { gifts: PlacedGift[]; parcel: string | null }) {
  return (
    <section aria-labelledby="next" className="mt-8 w-full text-left">
      <h2 id="next" className="text-20">
        What happens next
      </h2>
      <ul className="mt-3 space-y-3">
        {nextSteps(gifts, Date.now()).map(({ key, who, when, picture }) => (
          <li key={key} className="flex items-center gap-4 rounded-card border border-line bg-surface p-4">
            <span className="block w-20 shrink-0 overflow-hidden rounded-control bg-sunken">
              {picture && <Picture picture={picture} alt="" sizes="80px" ratio={0.62} />}
            </span>
            <span className="min-w-0 text-15">
              <span className="block text-17 font-semibold wrap-anywhere">{who}</span>
              <span className="flex gap-1.5 text-muted">
                <Icon name="clock" className="mt-0.5 size-4" />
                {when}
              </span>
            </span>
          </li>
        ))}
        {parcel && (
          <li className="flex items-center gap-4 rounded-card border border-line bg-surface p-4 text-15">
            <span className="grid h-12 w-20 shrink-0 place-items-center rounded-control bg-sunken text-muted">
              <Icon name="truck" />
            </span>
            <span className="min-w-0">
              <span className="block text-17 font-semibold">Your products</span>
              <span className="block text-muted wrap-anywhere">{`Go to ${parcel}`}</span>
            </span>
          </li>
        )}
      </ul>
      {gifts.length > 0 && (
        <p className="mt-3 text-15 text-muted">
          First a picture message arrives on their phone, then a text with the link to the gift card. Your order shows
          when it got there.
        </p>
      )}
    </section>
  );
}
