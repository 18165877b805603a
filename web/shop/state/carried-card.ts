import { isRecord, readTab, writeTab } from '#web/shared/state/storage.ts';

/**
 * The gift card that its holder went to the shop with, kept in this tab. Its page and its code are as good as money:
 * they are in no address of the shop and go to the server only when the holder spends the card.
 */
export type CarriedCard = { shop_url: string; seller: string; balance: number; page: string; code: string };

const KEY = 'carried-card';

export function carryCard(card: CarriedCard): void {
  writeTab(KEY, card);
}

/** An order may have spent some of it; after a sign-out the tab may be somebody else's. */
export function dropCarriedCard(): void {
  writeTab(KEY, null);
}

export function carriedCard(): CarriedCard | null {
  return readTab(KEY, isCarriedCard);
}

/** The card that was carried to this seller's shop; null for another seller's. */
export function carriedCardFor(shopUrl: string): CarriedCard | null {
  const card = carriedCard();
  return card?.shop_url === shopUrl ? card : null;
}

/** An address within the shop: what a script has put into the storage must not lead elsewhere. */
const PAGE = /^\/card\/[\w-]{1,100}$/;

function isCarriedCard(value: unknown): value is CarriedCard {
  if (!isRecord(value) || typeof value.balance !== 'number') return false;
  const { shop_url, seller, code, page } = value;
  return [shop_url, seller, code].every((text) => typeof text === 'string') && PAGE.test(String(page));
}
