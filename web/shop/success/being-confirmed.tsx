import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { LinkButton } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { markCartCleared } from '../checkout/placed/placed-order.ts';
import { followAwaitedOrder } from '../checkout/submit/follow-awaited-order.ts';
import { useSession } from '../session/session.ts';
import { setCardsAside, useAwaitedOrder } from '../state/checkout/awaited-order.ts';
import { listGiftCards } from '../state/gift-cards.ts';
import { Ways } from './ways.tsx';

/**
 * Returns false while the order's outcome is unknown. Leads to checkout if the order was not placed, and to the orders
 * if another tab got the response.
 */
export function useConfirmed(number: string | null): boolean {
  const navigate = useNavigate();
  const mobile = useSession((session) => session.mobile);
  const awaited = useAwaitedOrder((state) => state.awaited);
  const ownOrder = number === null && awaited?.mobile === mobile ? awaited : null;
  const [keys, setKeys] = useState<readonly string[] | null>(null);
  if (ownOrder && keys !== ownOrder.keys) setKeys(ownOrder.keys);
  useEffect(() => {
    if (!ownOrder) return;
    setCardsAside(ownOrder);
    void followAwaitedOrder();
  }, [ownOrder]);
  useEffect(() => {
    if (keys === null || ownOrder) return;
    markCartCleared();
    if (number !== null) return;
    // Another tab may have got the response and returned the gift cards to the cart.
    const isBack = useAwaitedOrder.getState().notPlaced || listGiftCards().some(([key]) => keys.includes(key));
    void navigate(isBack ? '/checkout' : '/account/orders', { replace: true });
  }, [keys, ownOrder, number, navigate]);
  return keys === null;
}

export function BeingConfirmed() {
  return (
    <>
      <Spinner className="mt-6 size-12 text-accent" />
      <h1 className="mt-6 text-32">
        <Trans>Your order is being confirmed</Trans>
      </h1>
      <p role="status" className="mt-2 text-17 text-muted text-balance">
        <Trans>
          The shop’s answer hasn’t reached this phone. We’ll keep asking: you’ll be charged once at most, and your
          choices are kept until we know.
        </Trans>
      </p>
      <Ways>
        <LinkButton to="/account/orders" variant="plain">
          <Trans>Your Orders</Trans>
        </LinkButton>
      </Ways>
    </>
  );
}
