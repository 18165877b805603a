import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';

/**
 * The gift card that its holder brought to the shop. Its page and code are as good as money: never put them in URLs,
 * and send them only to spend the card.
 */
export type CarriedCard = { shop_url: string; seller: string; balance: number; page: string; code: string };

const KEY = 'carried-card';

export function storeCarriedCard(card: CarriedCard): void {
  writeTab(KEY, card);
}

export function dropCarriedCard(): void {
  writeTab(KEY, null);
}

export function readCarriedCard(): CarriedCard | null {
  return readTab(KEY, isCarriedCard);
}

export function findCarriedCard(shopUrl: string): CarriedCard | null {
  const card = readCarriedCard();
  return card?.shop_url === shopUrl ? card : null;
}

/** Accepts only gift card pages, so that injected storage cannot lead the customer elsewhere. */
const PAGE = /^\/card\/[\w-]{1,100}$/;

function isCarriedCard(value: unknown): value is CarriedCard {
  if (!isRecord(value) || typeof value.balance !== 'number') return false;
  const { shop_url, seller, code, page } = value;
  return [shop_url, seller, code].every((text) => typeof text === 'string') && PAGE.test(String(page));
}
