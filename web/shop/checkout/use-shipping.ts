import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Cart } from '#contract/cart.ts';
import { toCents } from '#contract/rules/money.ts';
import { api } from '../../api/client.ts';
import { showProblem } from '../../api/problems.ts';
import { customerQuery, refreshCart } from '../../api/queries.ts';
import { MINE, queryClient } from '../../api/query-client.ts';
import { announce } from '../../state/announcements.ts';
import type { NewAddress } from '../address/address-values.ts';
import { cheapest, firstSelected, type SavedAddress, savedAddresses, shipToNew, shipToSaved } from './shipping.ts';

export type Shipping = {
  addresses: SavedAddress[];
  selected: SavedAddress | null;
  /** What shipping costs; null while it is not known. */
  cents: number | null;
  pick: (address: SavedAddress) => Promise<void>;
  /** Saves a new address and selects it. Answers whether it worked; a failure has shown its popup. */
  add: (address: NewAddress) => Promise<boolean>;
};

const amountKey = (cart: Cart, addressId: number | null) =>
  [MINE, 'shipping-amount', cart.id, addressId, cart.items.map(({ item_id, qty }) => [item_id, qty])] as const;

/** The address the order goes to, and what that costs (ST-080..ST-084, OQ-110). */
export function useShipping(cart: Cart): Shipping {
  const [chosen, choose] = useState<number | null>(null);
  const addresses = savedAddresses(cart.customer);
  const id = addresses.some((address) => address.id === chosen) ? chosen : firstSelected(cart);
  const selected = addresses.find((address) => address.id === id) ?? null;
  const amount = useQuery({
    queryKey: amountKey(cart, id),
    queryFn: async ({ signal }) => {
      const methods = await api('GET mobiledigital/shippingmethods', { query: { addressId: id ?? 0 } }, { signal });
      return cheapest(methods)?.amount ?? null;
    },
    enabled: id !== null,
  });

  async function pick(address: SavedAddress): Promise<void> {
    const before = id;
    choose(address.id);
    try {
      const method = await shipToSaved(api, { cart, address });
      queryClient().setQueryData(amountKey(cart, address.id), method?.amount ?? null);
      await refreshCart();
    } catch (error) {
      choose(before);
      showProblem(error);
    }
  }
  async function add(address: NewAddress): Promise<boolean> {
    try {
      const saved = await shipToNew(api, { cart, address, refetchCart: refreshCart });
      choose(saved.id);
      void queryClient().invalidateQueries({ queryKey: customerQuery.queryKey });
      announce('Address saved');
      return true;
    } catch (error) {
      showProblem(error);
      return false;
    }
  }
  const known = amount.data ?? null;
  return { addresses, selected, cents: known === null ? null : toCents(known), pick, add };
}
