import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { savedAddresses } from '../address/saved-addresses.ts';
import type { loader } from '../root.tsx';
import { cardEntries } from './payment/card-entry.tsx';
import { NEW_CARD, preselectCard } from './payment/payment-section.tsx';
import { NewAddressForm, shouldStartOpen } from './shipping/shipping-section.tsx';
import type { CheckoutData } from './use-checkout-data.ts';

/** Returns whether the initially open forms have loaded, so that showing them shifts no layout. */
export function useFirstForms(data: CheckoutData | null): boolean {
  const payments = useRouteLoaderData<typeof loader>('root')?.settings.payments ?? 'sandbox';
  const [isThere, setThere] = useState(false);
  const address = data !== null && shouldStartOpen(savedAddresses(data.cart.customer));
  const card = data !== null && preselectCard(data.savedCards) === NEW_CARD;
  useEffect(() => {
    if (data === null || isThere) return;
    const loading = [address && NewAddressForm.load(), card && cardEntries[payments].load()];
    void Promise.allSettled(loading).then(() => setThere(true));
  }, [data, isThere, address, card, payments]);
  return isThere || (data !== null && !address && !card);
}
