import { t as translate } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { Order } from '#contract/account.ts';
import { isOrderNumber } from '#contract/rules/order-number.ts';
import { isOffline } from '#web/shared/api/api-error.ts';
import { serverNow } from '#web/shared/api/server-time.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { Illustration } from '#web/shared/brand/illustration.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { CardsSkeleton } from '../account/page/cards-skeleton.tsx';
import { QueryState } from '../account/page/query-state.tsx';
import { dropBoughtCart } from '../cart/cart-queries.ts';
import type { PlacedOrder } from '../checkout/placed/placed-order.ts';
import { clearPaidOrder, markCartCleared, usePlacedOrder } from '../checkout/placed/placed-order.ts';
import { orderQuery } from '../queries/orders.ts';
import { queryClient } from '../queries/query-client.ts';
import { CustomersOnly } from '../session/guards.tsx';
import { useSession } from '../session/session.ts';
import { clearGiftCards } from '../state/gift-cards.ts';
import { openPopup } from '../state/popups.ts';
import { BeingConfirmed, useConfirmed } from './being-confirmed.tsx';
import { endingText } from './ending-text.ts';
import { GiftArt } from './gift-art.tsx';
import { Paid } from './paid.tsx';
import { Ways } from './ways.tsx';
import { WhatWasBought } from './what-was-bought.tsx';

/** The URL contains the database id until the order number is known. */
const buildSuccessPath = (number: string): string => `/success?order=${number}`;

/** Clears the bought gift cards and the cart from this browser. */
export default function Success() {
  const { t } = useLingui();
  const { title } = brand;
  const [query] = useSearchParams();
  const inAddress = query.get('order');
  const order = usePlacedOrder((state) => state.placed)?.order;
  const number = inAddress ?? order?.success?.order_id ?? order?.orderId?.toString() ?? null;
  const just = order?.success?.order_id === number ? (order?.success ?? null) : null;
  const restored = useSession((session) => session.restored);
  const isConfirmed = useConfirmed(number);
  useClearedCart(inAddress === null && restored && isConfirmed);
  useOwnAddress(inAddress === null ? number : null);
  return (
    <div className="page flex max-w-3xl flex-col items-center py-8 text-center sm:py-14">
      <title>{t`Thank you | ${title}`}</title>
      {number === null ? (
        <WithoutNumber isConfirmed={isConfirmed} restored={restored} />
      ) : (
        <CustomersOnly waiting={<CardsSkeleton />}>
          <Thanks number={number} just={just} />
        </CustomersOnly>
      )}
    </div>
  );
}

/** Skips an order that is viewed again, because the customer may have begun a new gift card. */
function useClearedCart(isJustPlaced: boolean): void {
  useEffect(() => {
    clearPaidOrder();
    if (!isJustPlaced || !markCartCleared()) return;
    clearGiftCards();
    dropBoughtCart();
  }, [isJustPlaced]);
}

function useOwnAddress(number: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (number !== null) void navigate(buildSuccessPath(number), { replace: true, preventScrollReset: true });
  }, [number, navigate]);
}

function WithoutNumber({ isConfirmed, restored }: { isConfirmed: boolean; restored: boolean }) {
  if (!restored) return <CardsSkeleton />;
  return isConfirmed ? <Placed /> : <BeingConfirmed />;
}

function Placed({ orderId }: { orderId?: string }) {
  return (
    <>
      <GiftArt />
      <h1 className="mt-4 text-32">
        <Trans>Your order has been placed</Trans>
      </h1>
      <p className="mt-2 text-17 text-muted">
        <Trans>You will find it in Your Orders.</Trans>
      </p>
      <Ways>
        {orderId === undefined ? (
          <LinkButton to="/account/orders">
            <Trans>Your Orders</Trans>
          </LinkButton>
        ) : (
          <LinkButton to={`/account/order/${orderId}`}>
            <Trans>View Order</Trans>
          </LinkButton>
        )}
      </Ways>
    </>
  );
}

const JUST_MS = 5_000;

function Thanks({ number, just }: { number: string; just: PlacedOrder['success'] }) {
  const { i18n } = useLingui();
  // Nothing may cover the thank-you screen, so only the strip shows that the phone is offline.
  const query = useQuery({
    ...orderQuery(number),
    meta: { background: true },
    refetchOnMount: ({ state }) => state.dataUpdatedAt < Date.now() - JUST_MS && 'always',
  });
  const navigate = useNavigate();
  const order = query.data ?? null;
  const orderNumber = order?.increment_id ?? (isOrderNumber(number) ? number : null);
  const unknown = query.data === null && just === null;
  useEffect(() => {
    if (order && order.increment_id !== number)
      queryClient().setQueryData(orderQuery(order.increment_id).queryKey, order);
  }, [order, number]);
  useOwnAddress(orderNumber === number ? null : orderNumber);
  useEffect(() => {
    if (!unknown) return;
    openPopup({ kind: 'message', message: translate`This order could not be found.` });
    void navigate('/account/orders', { replace: true });
  }, [unknown, navigate]);
  if (unknown) return null;
  if (orderNumber === null) return <Placed orderId={number} />;
  const ending = endingText(
    i18n,
    order ?? { status: just?.status, items: [], tenders: just?.tenders ?? [] },
    serverNow(),
  );
  const tenders = order?.tenders ?? just?.tenders ?? [];
  const productId = order?.items.find(({ gift_card }) => gift_card)?.product_id;
  const status = order?.status ?? just?.status;
  return (
    <>
      {status === 'refused' || status === 'refunded' ? <Illustration name="empty-orders" /> : <GiftArt />}
      <h1 className="mt-4 text-32">
        <Trans>Thank you!</Trans>
      </h1>
      {ending && <p className="mt-1 text-20 text-balance wrap-anywhere">{ending}</p>}
      {just && !order && <p className="mt-3 text-17 font-semibold wrap-anywhere">{just.shop_name}</p>}
      <p className="mt-3 max-w-full rounded-full bg-accent-soft px-4 py-1.5 text-15 wrap-anywhere">
        <Trans>
          Order number <span className="font-bold tabular">{orderNumber}</span>
        </Trans>
      </p>
      {!isOffline(query.error) && (
        <QueryState
          query={query}
          waiting={
            <div className="mt-8 w-full">
              <CardsSkeleton count={1} columns={false} />
            </div>
          }
        >
          {(loaded: Order | null) => loaded && <WhatWasBought order={loaded} />}
        </QueryState>
      )}
      <Paid order={order} tenders={tenders} />
      <Ways productId={productId}>
        <LinkButton to={`/account/order/${order?.id ?? number}`}>
          <Trans>View Order</Trans>
        </LinkButton>
      </Ways>
    </>
  );
}
