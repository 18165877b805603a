import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { serverNow } from '../api/server-time.ts';
import { brand } from '../brand/brand.ts';
import { Translated } from '../languages/translated.tsx';
import { CUSTOMER_SCOPE, queryClient } from '../queries/query-client.ts';
import { clearGiftCards } from '../state/gift-cards.ts';
import { LinkButton } from '../ui/button.tsx';
import { GiftArt } from './gift-art.tsx';
import { endingText } from './next-steps.ts';
import { markCartCleared, usePlacedOrder } from './placed-order.ts';
import { WhatHappensNext } from './what-happens-next.tsx';

/**
 * Stored gift card details go, and cart, orders and saved cards are looked up anew: what was bought is not
 * in the cart any more.
 */
export default function Success() {
  const { t, i18n } = useLingui();
  const { title } = brand;
  const placed = usePlacedOrder((state) => state.placed);
  useEffect(() => {
    if (!markCartCleared()) return;
    clearGiftCards();
    // Removed, not only marked as stale: asking for the cart that was bought would be answered 404.
    queryClient().removeQueries({ queryKey: [CUSTOMER_SCOPE, 'cart'] });
    void queryClient().invalidateQueries({ queryKey: [CUSTOMER_SCOPE] });
  }, []);
  const success = placed?.order.success;
  const orderId = placed?.order.orderId ?? success?.order_id;
  const giftCards = placed?.giftCards ?? [];
  const again = giftCards[0]?.card.id;
  const ending = endingText(giftCards, { i18n, now: serverNow() });
  return (
    <div className="page flex max-w-3xl flex-col items-center py-8 text-center sm:py-14">
      <title>{t`Thank you | ${title}`}</title>
      <GiftArt />
      {success ? (
        <ThankYou ending={ending} shop={success.shop_name} order={success.order_id} />
      ) : (
        <>
          <h1 className="mt-4 text-32">
            <Trans>Your order has been placed</Trans>
          </h1>
          {ending && <p className="mt-2 text-20 text-balance">{ending}</p>}
          {!placed && (
            <p className="mt-2 text-17 text-muted">
              <Trans>You find it among your orders, with where everything is.</Trans>
            </p>
          )}
        </>
      )}
      {placed && <WhatHappensNext giftCards={giftCards} parcel={placed.parcel} />}
      <div className="mt-8 flex w-full flex-col gap-3 sm:w-auto sm:flex-row sm:flex-wrap sm:justify-center">
        <LinkButton to={orderId === undefined ? '/account/orders' : `/account/order/${orderId}`}>
          {orderId === undefined ? <Trans>Your Orders</Trans> : <Trans>View Order</Trans>}
        </LinkButton>
        {again !== undefined && (
          <LinkButton to={`/product/${again}`} variant="plain">
            <Trans>Send Another</Trans>
          </LinkButton>
        )}
        <LinkButton to="/browse" variant={again === undefined ? 'plain' : 'quiet'}>
          <Translated message={brand.browseTitle} />
        </LinkButton>
      </div>
    </div>
  );
}

function ThankYou({ ending, shop, order }: { ending: string; shop: string; order: string }) {
  return (
    <>
      <h1 className="mt-4 text-32">
        <Trans>Thank you!</Trans>
      </h1>
      {ending && <p className="mt-1 text-20 text-balance wrap-anywhere">{ending}</p>}
      <p className="mt-3 text-17 text-muted wrap-anywhere">
        <Trans>
          <span className="font-semibold text-ink">{shop}</span> has your order.
        </Trans>
      </p>
      <p className="mt-3 max-w-full rounded-full bg-accent-soft px-4 py-1.5 text-15 wrap-anywhere">
        <Trans>
          Order number <span className="font-bold tabular">{order}</span>
        </Trans>
      </p>
    </>
  );
}
