import { isRecord, readTab, writeTab } from './storage.ts';

/**
 * What the holder of a gift card can spend, noted in this tab when they go from its page to the shop. Nothing of it
 * opens the card.
 */
export type CarriedCard = { shop_url: string; balance: number };

const KEY = 'carried-card';

export function carryCard(card: CarriedCard): void {
  writeTab(KEY, card);
}

/** An order may have spent some of it. */
export function dropCarriedCard(): void {
  writeTab(KEY, null);
}

/** The card that was carried to this seller's shop; null for another seller's. */
export function carriedCardFor(shopUrl: string): CarriedCard | null {
  const card = readTab(KEY, isCarriedCard);
  return card?.shop_url === shopUrl ? card : null;
}

function isCarriedCard(value: unknown): value is CarriedCard {
  return isRecord(value) && typeof value.shop_url === 'string' && typeof value.balance === 'number';
}
