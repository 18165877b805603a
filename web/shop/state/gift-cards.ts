import { create } from 'zustand';
import type { ChosenOption } from '#contract/catalogue.ts';
import type { Picture } from '#contract/shapes/product.ts';
import { isRecord, readJson, writeJson } from '#web/shared/state/storage.ts';
import { newUuid } from '#web/shared/state/uuid.ts';
import { clearDrafts, type Person } from './gift-card-drafts.ts';
import { mendGiftCards } from './stored-gift-cards.ts';

/** A gift card that waits in this browser until checkout; field names as the specification has them. */
export type LocalGiftCard = {
  id: number;
  sku: string;
  configurable_product_sku: string;
  price: number;
  name: string;
  images: string[];
  /** With `others`, one for each. */
  qty: number;
  product_type: string;
  is_giftcard: boolean;
  short_desc: string;
  options: ChosenOption[];
  product_option: {
    extension_attributes: {
      configurable_item_options: { option_id: string; option_value: number }[];
      /** Of a card whose customer chose the amount: whole dollars, the same as `price`. */
      giftcard_item_option?: { custom_giftcard_amount: number };
    };
  };
  recipient_firstname: string;
  recipient_lastname: string;
  recipient_mobile: string;
  /** The picture message. */
  recipient_message: string;
  /** Ends with the marker of #contract/rules/text-marker.ts; strip it for display. */
  text_content: string;
  /** 'YYYY-MM-DD HH:mm:00', wall time in `timezone`. */
  scheduled_delivery: string;
  timezone: string;
  mms_template_id: string;
  click2_giftcard_mms_template_id: number | null;
  mms_template_url: string;
  pass_id: string;
  cart_id: number | null;
  cart_item_id: number | null;
  /** Who else gets the same card, from a file; `recipient_...` is the first one. */
  others?: Person[];
  /** The product's picture with its size, so rows can reserve its box. */
  picture?: Picture;
};
export type GiftCards = Record<string, LocalGiftCard>;

const KEY = 'gift-card-details';

export const useGiftCards = create<{ giftCards: GiftCards }>()(() => ({ giftCards: {} }));

/** Reads what is stored and follows other tabs. */
export function restoreGiftCards(): void {
  const read = () => useGiftCards.setState({ giftCards: mendGiftCards(readJson(KEY, isRecord)) });
  read();
  globalThis.addEventListener?.('storage', (event) => {
    if (event.key === KEY || event.key === null) read();
  });
}

/** The gift cards that these make: one for each recipient. */
export const countOf = (cards: readonly Pick<LocalGiftCard, 'qty'>[]): number =>
  cards.reduce((sum, { qty }) => sum + qty, 0);

/** Adds a gift card under a new uuid and returns that key: it stands in /giftcard/add/{key}. */
export function addGiftCard(giftCard: LocalGiftCard): string {
  const key = newUuid();
  keep({ ...useGiftCards.getState().giftCards, [key]: giftCard });
  return key;
}

/** Changes some fields; an unknown key is left alone and returns false. */
export function updateGiftCard(key: string, change: Partial<LocalGiftCard>): boolean {
  const { giftCards } = useGiftCards.getState();
  const giftCard = giftCards[key];
  if (!giftCard) return false;
  keep({ ...giftCards, [key]: { ...giftCard, ...change } });
  return true;
}

/** Who gets the same card as the first recipient, as a file says. */
export function setOthers(key: string, others: Person[]): void {
  updateGiftCard(key, { others, qty: others.length + 1 });
}

export function removeGiftCard(key: string): void {
  const { [key]: _gone, ...rest } = useGiftCards.getState().giftCards;
  clearDrafts(key);
  keep(rest);
}

/** With everything that was typed for them. */
export function clearGiftCards(): void {
  clearDrafts();
  keep({});
}

/** Puts removed gift cards where they stood; in the server's cart they are no more. */
export function putBackGiftCards(removed: GiftCards, order: readonly string[]): void {
  const outside = Object.entries(removed).map(([key, card]) => [key, { ...card, cart_id: null, cart_item_id: null }]);
  const all: GiftCards = { ...useGiftCards.getState().giftCards, ...Object.fromEntries(outside) };
  const known = order.filter((key) => Object.hasOwn(all, key));
  keep(
    Object.fromEntries([...new Set([...known, ...Object.keys(all)])].map((key) => [key, all[key] as LocalGiftCard])),
  );
}

/** Puts gift cards back that were here before, in front of those that came since. */
export function addBack(giftCards: GiftCards): void {
  if (Object.keys(giftCards).length > 0) keep({ ...giftCards, ...useGiftCards.getState().giftCards });
}

/** The gift cards with their keys, in the order they were added. */
export function listGiftCards(
  giftCards: GiftCards = useGiftCards.getState().giftCards,
): [key: string, LocalGiftCard][] {
  return Object.entries(giftCards);
}

function keep(giftCards: GiftCards): void {
  useGiftCards.setState({ giftCards });
  writeJson(KEY, Object.keys(giftCards).length === 0 ? null : giftCards);
}
