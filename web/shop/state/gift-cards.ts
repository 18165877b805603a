import { create } from 'zustand';
import type { ChosenOption } from '#contract/catalogue.ts';
import type { Picture } from '#contract/shapes/product.ts';
import { isRecord, readJson, writeJson } from '#web/shared/state/storage.ts';
import { createUuid } from '#web/shared/state/uuid.ts';
import { clearDrafts, type Person } from './gift-card-drafts.ts';
import { repairGiftCards } from './stored-gift-cards.ts';

/** A gift card stored in this browser until checkout. Field names follow the specification. */
export type LocalGiftCard = {
  id: number;
  sku: string;
  configurable_product_sku: string;
  price: number;
  name: string;
  images: string[];
  /** The number of cards, including `others`. */
  qty: number;
  product_type: string;
  is_giftcard: boolean;
  short_desc: string;
  options: ChosenOption[];
  product_option: {
    extension_attributes: {
      configurable_item_options: { option_id: string; option_value: number }[];
      /** A custom amount in whole dollars, equal to `price`. */
      giftcard_item_option?: { custom_giftcard_amount: number };
    };
  };
  recipient_firstname: string;
  recipient_lastname: string;
  recipient_mobile: string;
  recipient_message: string;
  /** Ends with the marker of #contract/rules/gift-card/text-marker.ts, which must be stripped for display. */
  text_content: string;
  /** Local time in `timezone`, as 'YYYY-MM-DD HH:mm:00'. */
  scheduled_delivery: string;
  timezone: string;
  mms_template_id: string;
  click2_giftcard_mms_template_id: number | null;
  mms_template_url: string;
  pass_id: string;
  cart_id: number | null;
  cart_item_id: number | null;
  /** Recipients imported from a file, except the first, who is in `recipient_...`. */
  others?: Person[];
  picture?: Picture;
};
export type GiftCards = Record<string, LocalGiftCard>;

const KEY = 'gift-card-details';

export const useGiftCards = create<{ giftCards: GiftCards }>()(() => ({ giftCards: {} }));

export function restoreGiftCards(): void {
  const read = () => useGiftCards.setState({ giftCards: repairGiftCards(readJson(KEY, isRecord)) });
  read();
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === KEY || event.key === null) read();
  });
}

export const countGiftCards = (cards: readonly Pick<LocalGiftCard, 'qty'>[]): number =>
  cards.reduce((sum, { qty }) => sum + qty, 0);

export function addGiftCard(giftCard: LocalGiftCard): string {
  const key = createUuid();
  storeGiftCards({ ...useGiftCards.getState().giftCards, [key]: giftCard });
  return key;
}

export function updateGiftCard(key: string, change: Partial<LocalGiftCard>): boolean {
  const { giftCards } = useGiftCards.getState();
  const giftCard = giftCards[key];
  if (!giftCard) return false;
  storeGiftCards({ ...giftCards, [key]: { ...giftCard, ...change } });
  return true;
}

export function setOthers(key: string, others: Person[]): void {
  updateGiftCard(key, { others, qty: others.length + 1 });
}

export function removeGiftCard(key: string): void {
  const { [key]: _gone, ...rest } = useGiftCards.getState().giftCards;
  clearDrafts(key);
  storeGiftCards(rest);
}

export function clearGiftCards(): void {
  clearDrafts();
  storeGiftCards({});
}

/**
 * Restores the cards at their former positions, without the ids of the server's cart, which no longer contains them.
 */
export function restoreRemovedGiftCards(removed: GiftCards, order: readonly string[]): void {
  const outside = Object.entries(removed).map(([key, card]) => [key, { ...card, cart_id: null, cart_item_id: null }]);
  const all: GiftCards = { ...useGiftCards.getState().giftCards, ...Object.fromEntries(outside) };
  const knownKeys = order.filter((key) => Object.hasOwn(all, key));
  storeGiftCards(
    Object.fromEntries(
      [...new Set([...knownKeys, ...Object.keys(all)])].map((key) => [key, all[key] as LocalGiftCard]),
    ),
  );
}

/** Restores gift cards ahead of any added since. */
export function addBack(giftCards: GiftCards): void {
  if (Object.keys(giftCards).length > 0) storeGiftCards({ ...giftCards, ...useGiftCards.getState().giftCards });
}

export function listGiftCards(
  giftCards: GiftCards = useGiftCards.getState().giftCards,
): [key: string, LocalGiftCard][] {
  return Object.entries(giftCards);
}

function storeGiftCards(giftCards: GiftCards): void {
  useGiftCards.setState({ giftCards });
  writeJson(KEY, Object.keys(giftCards).length === 0 ? null : giftCards);
}
