import type { Transaction } from '#server/platform/database/handle.ts';
import * as store from './cart-gift-cards-store.ts';

export const putCardOnCart = (tx: Transaction, putting: store.Putting): Promise<void> =>
  store.putCardOnCart(tx, putting);

export const takeCardOffCart = (tx: Transaction, card: { cartId: number; giftCardId: number }): Promise<void> =>
  store.takeCardOffCart(tx, card);

/** Updates the code hashes on carts when codes are rehashed, so that the gift cards stay valid. */
export const renameCodes = (tx: Transaction, codes: readonly store.NewCode[]): Promise<void> =>
  store.renameCodes(tx, codes);
