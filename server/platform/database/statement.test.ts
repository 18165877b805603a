import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { everyDatabase, openTestDatabase } from '#test/support/database.ts';
import type { Database } from './database.ts';
import { migrate } from './migrations/migrate.ts';
import { callCounts, carts, customers } from './schema/schema.ts';
import { cartStates } from './schema/states/cart.ts';
import { defineRowsStatement, defineStatement, insertStatement, type Place } from './statement.ts';
import { defineTransition } from './transition.ts';

const instant = new Date('2026-11-02T01:00:00.123Z');
const ada = {
  firstname: 'Ada',
  lastname: "O'Hara",
  termsVersion: '1',
  termsAcceptedAt: instant,
  createdAt: instant,
};

const contactDetails = (index: number) => ({ mobile: `+6140000000${index}`, email: `ada${index}@example.com` });

describe.each(everyDatabase())('statements built once on %s', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await migrate(database);
  });
  afterAll(() => database.close());

  it('sends the values passed to each call, encoded for their columns', async () => {
    const insert = insertStatement(customers, (inserting) => inserting.returning());
    const [first] = await insert(database.orm, [{ ...ada, ...contactDetails(1), recordsFrom: instant }]);
    const [second] = await insert(database.orm, [{ ...ada, ...contactDetails(2), recordsFrom: null }]);
    const [third] = await insert(database.orm, [{ ...ada, ...contactDetails(3), countryCode: 'NZ' }]);
    expect([first, second, third]).toMatchObject([
      { ...ada, ...contactDetails(1), recordsFrom: instant },
      { ...ada, ...contactDetails(2), recordsFrom: null },
      { ...ada, ...contactDetails(3), countryCode: 'NZ', recordsFrom: null },
    ]);

    const insertCart = insertStatement(carts, (inserting) => inserting.returning({ id: carts.id }));
    const address = {
      firstname: 'Ada',
      lastname: "O'Hara",
      telephone: '+61400000001',
      street: ['1 Test St'],
      city: 'Perth',
      postcode: '6000',
      country_id: 'AU',
    };
    const customerId = first?.id ?? 0;
    const [cart] = await insertCart(database.orm, [
      { customerId, shippingAddress: address, billingAddress: null, createdAt: instant, updatedAt: instant },
    ]);
    const read = defineStatement((on, place: Place<{ id: number }>) =>
      on
        .select({ shipping: carts.shippingAddress, noBilling: sql<boolean>`${carts.billingAddress} is null` })
        .from(carts)
        .where(eq(carts.id, place('id'))),
    );
    expect(await read(database.orm, { id: cart?.id ?? 0 })).toEqual([{ shipping: address, noBilling: true }]);
    expect(await read(database.orm, { id: 0 })).toEqual([]);
  });

  it('inserts several rows with one statement', async () => {
    const insert = insertStatement(callCounts, (inserting) => inserting.onConflictDoNothing().returning());
    const both = [
      { key: 'statement-a', points: 1, expire: new Date('2026-11-02') },
      { key: 'statement-b', points: 2, expire: new Date('2026-11-02') },
    ];
    expect(await insert(database.orm, both)).toEqual(both);
    expect(await insert(database.orm, both)).toEqual([]);
    expect(await insert(database.orm, both.slice(0, 1))).toEqual([]);
  });

  it('runs in the given transaction, and sends the statement synchronously when called', async () => {
    const count = defineRowsStatement(
      z.object({ count: z.int() }),
      (place: Place<{ key: string }>) => sql`select count(*)::int from call_counts where key = ${place('key')}`,
    );
    const add = insertStatement(callCounts, (inserting) => inserting);
    const undone = database.transaction(async (tx) => {
      const added = add(tx, [{ key: 'undone', points: 1, expire: new Date('2026-11-02') }]);
      const counted = count(tx, { key: 'undone' });
      await added;
      expect(await counted).toEqual([{ count: 1 }]);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await count(database.orm, { key: 'undone' })).toEqual([{ count: 0 }]);
  });

  it('moves a row to a new state only from the states that allow it', async () => {
    const [customer] = await insertStatement(customers, (inserting) => inserting.returning())(database.orm, [
      { ...ada, ...contactDetails(4) },
    ]);
    const insert = insertStatement(carts, (inserting) => inserting.returning());
    const newCart = { customerId: customer?.id ?? 0, createdAt: instant, updatedAt: instant };
    const [cart] = await insert(database.orm, [newCart]);
    const id = cart?.id ?? 0;
    const move = defineTransition(carts, carts.state, cartStates);
    const later = new Date(instant.getTime() + 1);
    const set = { updatedAt: later, shippingAddress: null };
    expect(await move(database.orm, { where: id, to: 'ordered', set })).toEqual([
      { ...cart, ...set, state: 'ordered' },
    ]);
    expect(await move(database.orm, { where: id, to: 'ordered', set })).toEqual([]);
    const [other] = await insert(database.orm, [newCart]);
    const doubled = { updatedAt: sql`${carts.updatedAt} + interval '1 ms'` as unknown as Date };
    expect(await move(database.orm, { where: other?.id ?? 0, to: 'ordered', set: doubled })).toMatchObject([
      { id: other?.id, state: 'ordered', updatedAt: later },
    ]);
  });
});
