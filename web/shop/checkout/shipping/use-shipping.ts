import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Cart } from '#contract/cart/cart.ts';
import { toCents } from '#contract/rules/money/money.ts';
import type { SellerAmount } from '#contract/shapes/shipping-method.ts';
import type { NewAddress } from '../../address/address-values.ts';
import { saveAddress } from '../../address/save-address.ts';
import { type SavedAddress, savedAddresses } from '../../address/saved-addresses.ts';
import { showError } from '../../errors/show-error.ts';
import { customerQuery } from '../../queries/customer.ts';
import { CUSTOMER_SCOPE, queryClient } from '../../queries/query-client.ts';
import { withCode } from '../../sign-in/proof/with-code.ts';
import { showToast } from '../../state/toasts.ts';
import { readCheckoutChoice, saveCheckoutChoice } from './checkout-choices.ts';
import { createLatestCallOnly } from './latest-call-only.ts';
import { fetchShippingMethod, findPreselectedAddressId, shipToNew, shipToSaved } from './shipping.ts';

export type Shipping = {
  addresses: SavedAddress[];
  selected: SavedAddress | null;
  /** Price of shipping in cents; null while it is unknown. */
  cents: number | null;
  /** GST included in `cents`; 0 while it is unknown. */
  gstCents: number;
  /** Dollars missing per seller until that seller ships for free. */
  untilFree: readonly SellerAmount[];
  /** Price of shipping per seller, in dollars. */
  bySeller: readonly SellerAmount[];
  pick: (address: SavedAddress) => Promise<void>;
  /** Returns whether the address was added. Shows errors in a popup. */
  add: (address: NewAddress) => Promise<boolean>;
  /** Saves a changed address and ships to it if selected. Returns whether it was saved; shows errors like `add`. */
  change: (address: SavedAddress, changed: NewAddress) => Promise<boolean>;
  /** Waits for all saves. Returns whether the server has the selected address. */
  settled: () => Promise<boolean>;
};

const methodKey = (cart: Cart, addressId: number | null) =>
  [
    CUSTOMER_SCOPE,
    'shipping-method',
    cart.id,
    addressId,
    cart.items.map(({ item_id, qty }) => [item_id, qty]),
  ] as const;

export function useShipping(cart: Cart, refetchCart: () => Promise<void>): Shipping {
  const [chosen, setChosen] = useState<number | null>(() => Number(readCheckoutChoice('address')) || null);
  const addresses = savedAddresses(cart.customer);
  const id = addresses.some((address) => address.id === chosen) ? chosen : findPreselectedAddressId(cart);
  const selected = addresses.find((address) => address.id === id) ?? null;
  const method = useQuery({
    queryKey: methodKey(cart, id),
    queryFn: ({ signal }) => fetchShippingMethod(id ?? 0, signal),
    enabled: id !== null,
  });

  const [{ run, settled }] = useState(createLatestCallOnly);
  /** The address that the server has; selected again when a save fails. */
  const saved = useRef<number | null>(null);

  function choose(next: number | null) {
    setChosen(next);
    if (next !== null) saveCheckoutChoice('address', String(next));
  }
  async function pick(address: SavedAddress): Promise<void> {
    saved.current ??= id;
    choose(address.id);
    try {
      await run(async () => {
        const method = await shipToSaved({ cart, address });
        saved.current = address.id;
        queryClient().setQueryData(methodKey(cart, address.id), method);
        await refetchCart();
      });
    } catch (error) {
      choose(saved.current);
      showError(error);
    }
  }
  async function add(address: NewAddress): Promise<boolean> {
    try {
      const save = async () => {
        saved.current = (await shipToNew({ cart, address, refetchCart })).id;
      };
      if (await run(save, { always: true })) choose(saved.current);
      void queryClient().invalidateQueries({ queryKey: customerQuery.queryKey });
      showToast(t`Address saved`);
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }
  async function change(address: SavedAddress, changed: NewAddress): Promise<boolean> {
    try {
      await run(() => saveChange(address, changed), { always: true });
      showToast(t`Address saved`);
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  }
  async function saveChange({ id: before }: SavedAddress, changed: NewAddress): Promise<void> {
    const customer = await withCode(() => saveAddress(before, changed), 'account');
    const present = savedAddresses(customer);
    // If the address was removed elsewhere, it was saved as a new one, which is the last.
    const address = present.find((candidate) => candidate.id === before) ?? present.at(-1);
    if (address && before === (saved.current ?? id)) {
      const method = await shipToSaved({ cart: { ...cart, customer }, address });
      saved.current = address.id;
      choose(address.id);
      queryClient().setQueryData(methodKey(cart, address.id), method);
    } else {
      queryClient().removeQueries({ queryKey: methodKey(cart, before) });
    }
    await refetchCart();
  }
  const cents = method.data ? toCents(method.data.amount) : null;
  const gstCents = method.data ? toCents(method.data.price_incl_tax) - toCents(method.data.price_excl_tax) : 0;
  const untilFree = method.data?.extension_attributes?.until_free ?? [];
  const bySeller = method.data?.extension_attributes?.by_seller ?? [];
  return { addresses, selected, cents, gstCents, untilFree, bySeller, pick, add, change, settled };
}
