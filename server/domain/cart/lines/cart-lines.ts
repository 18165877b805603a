import type { ChosenOption } from '#contract/catalogue.ts';
import type { AmountLimits } from '#contract/rules/money/free-amount.ts';
import { chosenOptions } from '#server/domain/catalogue/products/choices.ts';
import type { Handle } from '#server/platform/database/handle.ts';
import { type CartLineRow, cartLineRows } from './cart-lines-store.ts';
import { amountLimits, withAmount } from './open-amount.ts';

/** `sku` is the variant's, `name` the product's. */
export type CartLine = Omit<CartLineRow, 'options' | 'leastCents' | 'mostCents'> & {
  /** The chosen amount of an open-price card, equal to `priceCents`. */
  amountCents: number | null;
  /** Null for a fixed price. */
  limits: AmountLimits | null;
  options: ChosenOption[];
};

export async function cartLinesOf(handle: Handle, owner: Parameters<typeof cartLineRows>[1]): Promise<CartLine[]> {
  const lines = await cartLineRows(handle, owner);
  return lines.map(({ leastCents, mostCents, ...row }) => ({
    ...row,
    limits: amountLimits({ price_cents: leastCents, max_price_cents: mostCents }),
    options: withAmount(chosenOptions(row.options), row.amountCents),
  }));
}
