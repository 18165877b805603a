import type { OwnCard } from '#contract/cart/gift-card-tender.ts';
import type { Template } from '#contract/catalogue.ts';
import { toDollars } from '#contract/rules/money/money.ts';
import type { Context } from '#server/context.ts';
import { findCardProduct } from '#server/domain/catalogue/products/product.ts';
import { listTemplates } from '#server/domain/catalogue/products/templates.ts';
import { type DeliveryFacts, listDeliveryFacts } from '../cards-store.ts';
import { resolveGiverName, wordsToRecipient } from '../delivery/compose-messages.ts';
import { openCard } from '../ledger/card-secrets.ts';
import { type CardValueNow, listValuesWithHistory } from '../ledger/history-store.ts';
import { cardStatus } from '../ledger/spend-value.ts';
import * as store from './own-cards-store.ts';

/**
 * Lists newest first. The number of queries grows with the number of products, not of cards. Only verified sessions get
 * page links, because the pages show codes.
 */
export async function listOwnCards(
  context: Context,
  { customerId, isVerified }: { customerId: number; isVerified: boolean },
): Promise<OwnCard[]> {
  const { orm } = context.database;
  const cards = await store.listCardsOfCustomer(orm, customerId);
  if (cards.length === 0) return [];
  const ids = cards.map(({ id }) => id);
  const [facts, values, boughtAs] = await Promise.all([
    listDeliveryFacts(orm, ids),
    listValuesWithHistory(orm, ids),
    loadProducts(context, cards),
  ]);
  const factsByCard = new Map(facts.map((cardFacts) => [cardFacts.card.id, cardFacts]));
  return cards.map((card) => {
    const [ofCard, value, product] = [factsByCard.get(card.id), values.get(card.id), boughtAs.get(productKey(card))];
    if (!ofCard || !value || !product)
      throw new Error(`The delivery facts, value or product of card ${card.id} are missing.`);
    return ownCardView(context, { customerId, isVerified, facts: ofCard, value, ...product });
  });
}

type BoughtAs = { product: Awaited<ReturnType<typeof findCardProduct>>; templates: Template[] };
const productKey = ({ productId, sellerId }: store.ListedCard): string => `${productId} ${sellerId}`;

async function loadProducts(context: Context, cards: readonly store.ListedCard[]): Promise<Map<string, BoughtAs>> {
  const each = new Map(cards.map((card) => [productKey(card), card]));
  const read = [...each].map(async ([key, card]): Promise<[string, BoughtAs]> => {
    const [product, templates] = await Promise.all([
      findCardProduct(context, card),
      listTemplates(context, card.productId),
    ]);
    return [key, { product, templates }];
  });
  return new Map(await Promise.all(read));
}

type Viewed = BoughtAs & { customerId: number; isVerified: boolean; facts: DeliveryFacts; value: CardValueNow };

function ownCardView(context: Context, viewed: Viewed): OwnCard {
  const { customerId, isVerified, facts, value, product, templates } = viewed;
  const { card, details, customer } = facts;
  const status = cardStatus({ status: value.status, expiresAt: card.expiresAt }, context.clock.now());
  return {
    public_id: card.publicId,
    last4: card.codeLast4,
    seller: product.seller,
    value: toDollars(card.valueCents),
    balance: toDollars(value.availableCents),
    currency: 'AUD',
    expires_on: card.expiresAt?.toISOString() ?? null,
    state: status === 'active' ? 'live' : status,
    from: customer.id === customerId ? '' : resolveGiverName(facts),
    message: wordsToRecipient(facts).message,
    product_name: product.name,
    template: templates.find((template) => template.id === details.templateId) ?? null,
    received_at: (card.sentAt ?? card.suppliedAt).toISOString(),
    page: isVerified ? `/card/${openCard(context.secrets, card.sealed).link}` : '',
    history: value.history,
  };
}
