import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Database } from '#server/platform/database/open.ts';
import { rows } from '#server/platform/database/rows.ts';
import { databaseKinds, openTestDatabase } from '#test/support/database.ts';
import { linePriceCents } from './line-price.ts';
import { linePriceSql } from './line-price-sql.ts';

describe.each(databaseKinds())('the price of a line on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
  });
  afterAll(() => database.close());

  test.each([
    { amountCents: null, price_cents: 2_500, cents: 2_500 },
    { amountCents: 3_700, price_cents: 1_000, cents: 3_700 },
    { amountCents: null, price_cents: 0, cents: 0 },
  ])('of $amountCents chosen and $price_cents asked is $cents, in SQL too', async (line) => {
    const { amountCents, price_cents, cents } = line;
    expect(linePriceCents({ amountCents }, { price_cents })).toBe(cents);
    const price = linePriceSql(sql`l`, sql`v`);
    const query = sql`select ${price} as cents from (select ${amountCents}::int as amount_cents) l,
      (select ${price_cents}::int as price_cents) v`;
    expect(await rows(database.orm, z.object({ cents: z.int() }), query)).toEqual([{ cents }]);
  });
});
