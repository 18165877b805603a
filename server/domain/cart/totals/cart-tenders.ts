import type { Handle } from '#server/platform/database/handle.ts';
import { sumCents } from '#server/platform/kernel/split-cents.ts';
import { type CardOnCart, listCardsOnCart } from '../queries.ts';
import { type ShippedLine, shippingBySeller } from './shipping-rates.ts';
import { splitTenders, type Tender } from './split-tenders.ts';

export { MIN_CARD_CENTS, type Tender } from './split-tenders.ts';

export type CartTenders = {
  cards: (CardOnCart & { cents: number; isUsable: boolean })[];
  tenders: Tender[];
  shippingBySeller: Map<number, number>;
  giftCardCents: number;
  cardDueCents: number;
};

type Input = { cartId: number; lines: readonly ShippedLine[]; now: Date };

export async function loadCartTenders(handle: Handle, { cartId, lines, now }: Input): Promise<CartTenders> {
  return computeShippingAndTenders(await listCardsOnCart(handle, cartId), { lines, now });
}

export function computeShippingAndTenders(
  cards: readonly CardOnCart[],
  { lines, now }: Omit<Input, 'cartId'>,
): CartTenders {
  const shipping = shippingBySeller(lines);
  const payableBySeller = payableCents(lines, shipping);
  const totalCents =
    sumCents(lines.filter((line) => line.isGiftcard).map(lineTotalCents)) + sumCents([...payableBySeller.values()]);
  const judged = cards.map((card) => ({ ...card, isUsable: isUsable(card, now) }));
  const { tenders, cardDueCents } = splitTenders(
    { totalCents, payableBySeller },
    judged.filter((card) => card.isUsable),
  );
  const centsByCard = new Map(tenders.map(({ giftCardId, cents }) => [giftCardId, cents]));
  return {
    cards: judged.map((card) => ({ ...card, cents: centsByCard.get(card.giftCardId) ?? 0 })),
    tenders,
    shippingBySeller: shipping,
    giftCardCents: totalCents - cardDueCents,
    cardDueCents,
  };
}

const lineTotalCents = ({ priceCents, qty }: ShippedLine): number => priceCents * qty;

function payableCents(lines: readonly ShippedLine[], shipping: ReadonlyMap<number, number>): Map<number, number> {
  const goods = Map.groupBy(
    lines.filter((line) => !line.isGiftcard),
    (line) => line.sellerId,
  );
  return new Map(
    [...goods].map(([sellerId, sold]) => [
      sellerId,
      sumCents(sold.map(lineTotalCents)) + (shipping.get(sellerId) ?? 0),
    ]),
  );
}

function isUsable({ status, availableCents, expiresAt, isAllowed }: CardOnCart, now: Date): boolean {
  return isAllowed && status === 'active' && availableCents > 0 && (expiresAt === null || expiresAt > now);
}
