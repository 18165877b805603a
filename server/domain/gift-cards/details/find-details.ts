import type { Details } from '#contract/gift-cards.ts';
import type { Context } from '#server/context.ts';
import type { Session } from '#server/domain/customers/sessions/sessions.ts';
import { findDetailsWithTemplate, listDetailsWithTemplate } from './details-store.ts';
import { detailsView } from './details-view.ts';

type OfCustomer<Query> = Query & { customerId: number; unverified: Session | null };

export async function findDetails(
  { database }: Context,
  { customerId, unverified, id }: OfCustomer<{ id: number | null }>,
): Promise<Details | null> {
  const row = id === null ? null : await findDetailsWithTemplate(database.orm, { customerId, id });
  return row && detailsView(row, unverified);
}

export async function findDetailsOfCart(
  { database }: Context,
  { customerId, unverified, cartId }: OfCustomer<{ cartId: number | null }>,
): Promise<Details[]> {
  return cartId === null
    ? []
    : (await listDetailsWithTemplate(database.orm, { customerId, cartId })).map((row) => detailsView(row, unverified));
}
