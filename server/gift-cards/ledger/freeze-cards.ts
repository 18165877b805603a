import type { Transaction } from '../../database/handle.ts';
import { lockCardValues, moveAccounts } from './ledger-store.ts';

/** Nothing of an order's cards can be spent until somebody has decided; what is held stays held. */
export async function freezeCards(tx: Transaction, orderId: number): Promise<void> {
  const giftCardIds = (await lockCardValues(tx, orderId)).map((card) => card.giftCardId);
  await moveAccounts(tx, { giftCardIds, from: ['active'], to: 'frozen' });
}

export async function unfreezeCards(tx: Transaction, orderId: number): Promise<void> {
  const giftCardIds = (await lockCardValues(tx, orderId)).map((card) => card.giftCardId);
  await moveAccounts(tx, { giftCardIds, from: ['frozen'], to: 'active' });
}
