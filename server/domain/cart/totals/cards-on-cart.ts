import type { Transaction } from '#server/platform/database/handle.ts';
import * as store from './cart-gift-cards-store.ts';

/** Puts a card on a cart; one that lies there is allowed by the new way, and spent first when it is to be. */
export const putCardOnCart = (tx: Transaction, putting: store.Putting): Promise<void> =>
  store.putCardOnCart(tx, putting);

export const takeCardOffCart = (tx: Transaction, card: { cartId: number; giftCardId: number }): Promise<void> =>
  store.takeCardOffCart(tx, card);

/** Cards that lie on carts by their code go on doing so when the code is hashed anew. */
export const renameCodes = (tx: Transaction, codes: readonly store.NewCode[]): Promise<void> =>
  store.renameCodes(tx, codes);
