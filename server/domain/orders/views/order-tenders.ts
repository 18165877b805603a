import type { Tender } from '#contract/account.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import { listHoldsOfOrders, listRedemptionsOfOrders } from '#server/domain/gift-cards/queries.ts';
import { requireSellerName } from '#server/domain/sellers/seller.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import type { OrderRow } from '../stores/orders-store.ts';

/**
 * Returns the payments of each order by order id. A held order shows its gift card holds; a refused order shows none.
 */
export async function listTenders(handle: Handle, orders: readonly OrderRow[]): Promise<Map<number, Tender[]>> {
  const byGiftCard = orders.filter((order) => order.giftCardTenderCents > 0).map(({ id }) => id);
  const [spent, holds] = [
    await listRedemptionsOfOrders(handle, byGiftCard),
    await listHoldsOfOrders(handle, byGiftCard),
  ];
  const cards = [
    ...spent.map(({ redemption, last4 }) => ({ ...redemption, last4 })),
    ...holds.map(({ hold, last4 }) => ({ ...hold, last4 })),
  ];
  const names = new Map<number, string>();
  for (const id of new Set(cards.map(({ sellerId }) => sellerId))) names.set(id, await requireSellerName(handle, id));
  return new Map(
    orders.map((order) => {
      const ownCards = cards.filter(({ orderId }) => orderId === order.id);
      return [order.id, [...ownCards.map((card) => giftCardTender(card, names)), ...paymentCardTender(order)]];
    }),
  );
}

type Spent = { amountCents: number; last4: string; sellerId: number };

function giftCardTender({ amountCents, last4, sellerId }: Spent, names: ReadonlyMap<number, string>): Tender {
  return { kind: 'gift_card', amount: toDollars(amountCents), last4, seller_name: names.get(sellerId) ?? null };
}

function paymentCardTender({ cardDueCents }: OrderRow): Tender[] {
  return cardDueCents === 0
    ? []
    : [{ kind: 'payment_card', amount: toDollars(cardDueCents), last4: null, seller_name: null }];
}
