import { create } from 'zustand';
import { isRecord, readJson, writeJson } from '#web/shared/state/storage.ts';
import { addBack, type GiftCards, removeGiftCard, useGiftCards } from '../gift-cards.ts';
import { repairGiftCards } from '../stored-gift-cards.ts';

/**
 * An order whose outcome is unknown (docs/decisions/040). It is stored before the payment call and kept until the
 * outcome is known, so that a lost response loses no gift cards.
 */
export type AwaitedOrder = {
  mobile: string;
  cartId: number;
  /** Time of the last payment call, in milliseconds. */
  sentAt: number;
  keys: string[];
  /** Filled once the customer knows that the order is being confirmed. */
  giftCards: GiftCards;
};

const KEY = 'awaited-order';

/** `notPlaced`: true if this tab learned that the last order was not placed. */
export const useAwaitedOrder = create<{ awaited: AwaitedOrder | null; notPlaced: boolean }>()(() => ({
  awaited: null,
  notPlaced: false,
}));

export function restoreAwaitedOrder(): void {
  const read = () => useAwaitedOrder.setState({ awaited: readJson(KEY, isAwaited) });
  read();
  globalThis.addEventListener?.('storage', ({ key }) => {
    if (key === KEY || key === null) read();
  });
}

export function findAwaitedOrder(mobile: string): AwaitedOrder | null {
  const { awaited } = useAwaitedOrder.getState();
  return awaited !== null && mobile !== '' && awaited.mobile === mobile ? awaited : null;
}

export function awaitOrder(sentOrder: Pick<AwaitedOrder, 'mobile' | 'cartId' | 'keys'>): void {
  storeAwaitedOrder({ ...sentOrder, sentAt: Date.now(), giftCards: {} });
}

export function moveAwaitedOrder(mobile: string, before: string): void {
  const awaited = findAwaitedOrder(before);
  if (awaited) storeAwaitedOrder({ ...awaited, mobile });
}

export function setCardsAside({ keys, ...awaited }: AwaitedOrder): void {
  const local = useGiftCards.getState().giftCards;
  const found = keys.flatMap((key) => (local[key] ? [[key, local[key]] as const] : []));
  if (found.length === 0) return;
  storeAwaitedOrder({ ...awaited, keys, giftCards: { ...awaited.giftCards, ...Object.fromEntries(found) } });
  for (const [key] of found) removeGiftCard(key);
}

export function returnAwaitedCards({ giftCards }: AwaitedOrder): void {
  addBack(repairGiftCards(giftCards));
  clearAwaitedOrder();
  useAwaitedOrder.setState({ notPlaced: true });
}

export function clearAwaitedOrder(): void {
  storeAwaitedOrder(null);
}

function storeAwaitedOrder(awaited: AwaitedOrder | null): void {
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
