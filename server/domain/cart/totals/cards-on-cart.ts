import type { Transaction } from '#server/platform/database/handle.ts';
import * as store from './cart-gift-cards-store.ts';

export const addCardToCart = (tx: Transaction, putting: store.Putting): Promise<void> =>
  store.insertCardOnCart(tx, putting);

export const removeCardFromCart = (tx: Transaction, card: { cartId: number; giftCardId: number }): Promise<void> =>
  store.deleteCardFromCart(tx, card);

/** Updates the code hashes on carts when codes are rehashed, so that the gift cards stay valid. */
export const renameCodes = (tx: Transaction, codes: readonly store.NewCode[]): Promise<void> =>
  store.renameCodes(tx, codes);
