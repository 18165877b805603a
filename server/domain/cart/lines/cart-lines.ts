import type { ChosenOption } from '#contract/catalogue.ts';
import type { AmountLimits } from '#contract/rules/money/free-amount.ts';
import { toChosenOptions } from '#server/domain/catalogue/products/choices.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { type CartLineRow, listCartLineRows } from './cart-lines-store.ts';
import { amountLimits, withAmount } from './open-amount.ts';

/** `sku` is the variant's sku, `name` the product's name. */
export type CartLine = Omit<CartLineRow, 'options' | 'minCents' | 'maxCents'> & {
  /** The chosen amount of an open-price card, equal to `priceCents`. */
  amountCents: number | null;
  /** Limits of an open price; null if the price is fixed. */
  limits: AmountLimits | null;
  options: ChosenOption[];
};

export async function listCartLines(
  handle: Handle,
  owner: Parameters<typeof listCartLineRows>[1],
): Promise<CartLine[]> {
  const lines = await listCartLineRows(handle, owner);
  return lines.map(({ minCents, maxCents, ...row }) => ({
    ...row,
    limits: amountLimits({ price_cents: minCents, max_price_cents: maxCents }),
    options: withAmount(toChosenOptions(row.options), row.amountCents),
  }));
}
