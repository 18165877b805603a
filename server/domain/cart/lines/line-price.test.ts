import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { queryLinePrice } from '#test/support/cart.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { linePriceCents } from './line-price.ts';

describe.each(databaseKinds())('the price of a line on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  it.each([
    { amountCents: null, price_cents: 2_500, cents: 2_500 },
    { amountCents: 3_700, price_cents: 1_000, cents: 3_700 },
    { amountCents: null, price_cents: 0, cents: 0 },
  ])(
    'computes the price $cents from the chosen amount $amountCents and the variant price $price_cents, in code and SQL',
    async (line) => {
      const { amountCents, price_cents, cents } = line;
      expect(linePriceCents({ amountCents }, { price_cents })).toBe(cents);
      expect(await queryLinePrice(database, { amountCents, priceCents: price_cents })).toBe(cents);
    },
  );
});
