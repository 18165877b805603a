import { create } from 'zustand';
import { isRecord, readJson, writeJson } from '#web/shared/state/storage.ts';
import { addBack, type GiftCards, removeGiftCard, useGiftCards } from '../gift-cards.ts';
import { mendGiftCards } from '../stored-gift-cards.ts';

/**
 * An order that was sent, from just before its call until it is known what became of it (docs/decisions/040). Stored,
 * so that neither a closed page nor a lost answer loses the gift cards of an order that was never placed.
 */
export type AwaitedOrder = {
  /** Of the customer who sent it; nobody else sees it. */
  mobile: string;
  cartId: number;
  /** When its last call went out, in milliseconds. */
  sentAt: number;
  /** Of the gift cards it buys. */
  keys: string[];
  /** These cards, once the customer has read that the order is on its way: no longer in the cart. */
  giftCards: GiftCards;
};

const KEY = 'awaited-order';

/** `notPlaced`: this tab has learnt that the last one was not placed. */
export const useAwaitedOrder = create<{ awaited: AwaitedOrder | null; notPlaced: boolean }>()(() => ({
  awaited: null,
  notPlaced: false,
}));

/** Reads what is stored and follows other tabs. */
export function restoreAwaitedOrder(): void {
  const read = () => useAwaitedOrder.setState({ awaited: readJson(KEY, isAwaited) });
  read();
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === KEY || key === null) read();
  });
}

/** The order this customer waits for. */
export function awaitedOrder(mobile: string): AwaitedOrder | null {
  const { awaited } = useAwaitedOrder.getState();
  return awaited !== null && mobile !== '' && awaited.mobile === mobile ? awaited : null;
}

export function awaitOrder(sent: Pick<AwaitedOrder, 'mobile' | 'cartId' | 'keys'>): void {
  keep({ ...sent, sentAt: Date.now(), giftCards: {} });
}

/** The customer's account moved to another mobile. */
export function keepAwaitedOrderFor(mobile: string, before: string): void {
  const awaited = awaitedOrder(before);
  if (awaited) keep({ ...awaited, mobile });
}

/** Its cards leave the cart for as long as it is awaited. */
export function setCardsAside({ keys, ...awaited }: AwaitedOrder): void {
  const local = useGiftCards.getState().giftCards;
  const found = keys.flatMap((key) => (local[key] ? [[key, local[key]] as const] : []));
  if (found.length === 0) return;
  keep({ ...awaited, keys, giftCards: { ...awaited.giftCards, ...Object.fromEntries(found) } });
  for (const [key] of found) removeGiftCard(key);
}

/** It was not placed: its cards are in the cart again. */
export function giveCardsBack({ giftCards }: AwaitedOrder): void {
  addBack(mendGiftCards(giftCards));
  clearAwaitedOrder();
  useAwaitedOrder.setState({ notPlaced: true });
}

/** It is known what became of it, or the customer has left this phone. */
export function clearAwaitedOrder(): void {
  keep(null);
}

function keep(awaited: AwaitedOrder | null): void {
  useAwaitedOrder.setState({ awaited, notPlaced: false });
  writeJson(KEY, awaited);
}

function isAwaited(value: unknown): value is AwaitedOrder {
  return (
    isRecord(value) &&
    typeof value.mobile === 'string' &&
    typeof value.cartId === 'number' &&
    typeof value.sentAt === 'number' &&
    Array.isArray(value.keys) &&
    value.keys.every((key) => typeof key === 'string') &&
    isRecord(value.giftCards)
  );
}
