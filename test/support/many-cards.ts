import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { issueCards } from '#server/domain/gift-cards/issue/issue-cards.ts';
import { lockCardLinesOfOrder } from '#server/domain/gift-cards/queries.ts';
import type { Transaction } from '#server/platform/database/handle.ts';
import { queryRows } from '#server/platform/database/rows.ts';
import * as schema from '#server/platform/database/schema/schema.ts';
import { home } from './customer.ts';

export type ManyCard = { to: string; scheduledAt: string; zone: string; firstname?: string; message?: string };

const AN_ORDER = 500;

/** Inserts orders directly as rows, because buying a thousand cards would take minutes. */
export async function sellManyCards(context: Context, cards: readonly ManyCard[]): Promise<void> {
  const { database, clock } = context;
  const now = clock.now();
  const offer = await database.transaction(findCardOffer);
  const customerId = await database.transaction((tx) => addCustomer(tx, now));
  for (let first = 0; first < cards.length; first += AN_ORDER) {
    const batch = cards.slice(first, first + AN_ORDER);
    await database.transaction(async (tx) => {
      const orderId = await addOrder(tx, { customerId, offer, cards: batch, now });
      await issueCards(context, tx, { lines: await lockCardLinesOfOrder(tx, orderId), now });
    });
  }
}

const cardOffer = z.object({
  product_id: z.int(),
  variant_id: z.int(),
  seller_id: z.int(),
  template_id: z.int(),
  sku: z.string(),
  name: z.string(),
  price_cents: z.int(),
});
type CardOffer = z.output<typeof cardOffer>;

async function findCardOffer(tx: Transaction): Promise<CardOffer> {
  const [found] = await queryRows(
    tx,
    cardOffer,
    sql`select p.id as product_id, v.id as variant_id, p.seller_id, t.template_id, v.sku, p.name, v.price_cents
      from products p join variants v on v.product_id = p.id join product_templates t on t.product_id = p.id
      where p.is_giftcard and v.max_price_cents is null order by p.id, v.id, t.position limit 1`,
  );
  if (!found) throw new Error('The catalogue has no gift card.');
  return found;
}

async function addCustomer(tx: Transaction, now: Date): Promise<number> {
  const [existingCustomer] = await queryRows(
    tx,
    z.object({ id: z.int() }),
    sql`select id from customers where email = 'many@shop.test'`,
  );
  if (existingCustomer) return existingCustomer.id;
  const person = { email: 'many@shop.test', firstname: 'Wren', lastname: 'Banks', mobile: '+61412345699' };
  const dates = { termsVersion: '1', termsAcceptedAt: now, lastSeenAt: now, createdAt: now };
  const [newCustomer] = await tx
    .insert(schema.customers)
    .values({ ...person, ...dates })
    .returning();
  return newCustomer?.id ?? 0;
}

type NewOrder = { customerId: number; offer: CardOffer; cards: readonly ManyCard[]; now: Date };

async function addOrder(tx: Transaction, { customerId, offer, cards, now }: NewOrder): Promise<number> {
  const dates = { createdAt: now, updatedAt: now };
  const [cart] = await tx
    .insert(schema.carts)
    .values({ customerId, state: 'ordered', ...dates })
    .returning();
  const total = offer.price_cents * cards.length;
  const [{ next = 1 } = {}] = await queryRows(
    tx,
    z.object({ next: z.int() }),
    sql`select nextval('order_numbers') as next`,
  );
  const sums = { subtotalCents: total, shippingCents: 0, totalCents: total, gstCents: 0, shippingGstCents: 0 };
  const address = { shippingAddress: home, billingAddress: home };
  const [order] = await tx
    .insert(schema.orders)
    .values({
      number: next,
      cartId: cart?.id ?? 0,
      customerId,
      status: 'approved',
      customerName: 'Wren Banks',
      ...sums,
      ...address,
      cardDueCents: total,
      createdAt: now,
      placedAt: now,
      approvedAt: now,
    })
    .returning();
  const details = await tx
    .insert(schema.giftCardDetails)
    .values(cards.map((card) => buildDetails(card, { customerId, offer, now })))
    .returning();
  await tx.insert(schema.orderLines).values(
    details.map(({ id: detailsId }) => ({
      orderId: order?.id ?? 0,
      productId: offer.product_id,
      variantId: offer.variant_id,
      sellerId: offer.seller_id,
      sku: offer.sku,
      name: offer.name,
      priceCents: offer.price_cents,
      qty: 1,
      totalCents: offer.price_cents,
      gstCents: 0,
      options: [],
      detailsId,
      isGiftcard: true,
      cardValidityMonths: 36,
    })),
  );
  return order?.id ?? 0;
}

function buildDetails(card: ManyCard, { customerId, offer, now }: Omit<NewOrder, 'cards'>) {
  return {
    customerId,
    productId: offer.product_id,
    variantSku: offer.sku,
    priceCents: offer.price_cents,
    purchaserMobile: '',
    recipientFirstname: card.firstname ?? 'Mia',
    recipientLastname: 'Tran',
    recipientMobile: card.to,
    recipientMessage: card.message ?? 'Thank you for a good year.',
    textContent: 'From all of us',
    scheduledDelivery: card.scheduledAt,
    timezone: card.zone,
    templateId: offer.template_id,
    createdAt: now,
  };
}

export const manyNumber = (index: number): string => `+614${String(90_000_000 + index)}`;
