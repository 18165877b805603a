import type { Details } from '#contract/gift-cards.ts';
import type { Context } from '../../context.ts';
import { detailsWithTemplateById, detailsWithTemplateOfCart } from './details-store.ts';
import { detailsView } from './details-view.ts';

type OfCustomer<Query> = Query & { customerId: number };

/** One card's details; null for an unknown id and another customer's. */
export async function findDetails(
  { database }: Context,
  { customerId, id }: OfCustomer<{ id: number | null }>,
): Promise<Details | null> {
  const row = id === null ? null : await detailsWithTemplateById(database.orm, { customerId, id });
  return row && detailsView(row);
}

export async function findDetailsOfCart(
  { database }: Context,
  { customerId, cartId }: OfCustomer<{ cartId: number | null }>,
): Promise<Details[]> {
  return cartId === null
    ? []
    : (await detailsWithTemplateOfCart(database.orm, { customerId, cartId })).map(detailsView);
}
