import type { Transaction } from '../../database/handle.ts';
import { lockCardValues, setFrozen } from './ledger-store.ts';

/** While a bank disputes the payment nothing of an order's cards can be spent; what is held stays held. */
export async function freezeCards(tx: Transaction, orderId: number): Promise<void> {
  const giftCardIds = (await lockCardValues(tx, orderId)).map((card) => card.giftCardId);
  await setFrozen(tx, { giftCardIds, frozen: true });
}

export async function unfreezeCards(tx: Transaction, orderId: number): Promise<void> {
  const giftCardIds = (await lockCardValues(tx, orderId)).map((card) => card.giftCardId);
  await setFrozen(tx, { giftCardIds, frozen: false });
}
