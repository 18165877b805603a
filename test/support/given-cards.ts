import { AT_ONCE, type CardInput } from './customer.ts';
import type { Customer } from './customer-verbs.ts';
import type { TestShop } from './shop.ts';

export async function giveCards(
  shop: Pick<TestShop, 'cards' | 'deliver'>,
  giver: Customer,
  cards: readonly Partial<CardInput>[] = [{}],
): Promise<number[]> {
  const { detailsIds } = await giver.buyCards(cards.map((card) => ({ scheduledAt: AT_ONCE, ...card })));
  for (const { id, detailsId } of await shop.cards()) if (detailsIds.includes(detailsId)) await shop.deliver(id);
  return detailsIds;
}
