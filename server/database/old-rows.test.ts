import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Database } from './database.ts';
import { migrate, migrationsFolder, readMigrations } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { isRefusal } from './refusal.ts';
import { administer, databaseKinds, openTestDatabase, openTestPostgres } from './testing.ts';

/** A shop as it stood after migration 0002: two products, one member, one paid order with a gift card that was delivered, one cart. */
const ROWS = `
  insert into pictures values ('p', 'image/svg+xml', '<svg/>', 4, 3, '#eeeeee', '1');
  insert into sellers values (7, 'Café & Crème', 'cafe', '', '', 'p', 'p', 'p', 995, null);
  insert into categories values (10, null, 'Gift cards', 1, 1), (11, 10, 'Coffee', 1, 2);
  insert into option_values values (93, 'color', 5001, 'Red', 1), (216, 'gift_card_price', 5201, '$25', 1);
  insert into templates values (3, 'birthday', 'Birthday', 'p', '{}');
  insert into products (id, sku, name, short_desc, description, type_id, is_giftcard, seller_id, created_at) values
    (1, 'CARD', 'Café card', 'Beans & brews', '', 'configurable', true, 7, '2026-01-01'),
    (2, 'POT', 'Teapot', 'Pours well', '', 'configurable', false, 7, '2026-01-02'),
    (3, 'GONE', 'Never sold', '', '', 'simple', false, 7, '2026-01-03');
  insert into variants (id, product_id, sku, price_cents, qty, color, gift_card_price) values
    (1, 1, 'CARD-25', 2500, 10, null, 5201), (2, 2, 'POT-RED', 5995, 3, 5001, null), (3, 2, 'POT', 4995, 0, null, null);
  insert into product_categories values (1, 10), (2, 11);
  insert into members (id, mobile, email, firstname, lastname, terms_version, terms_accepted_at, payment_customer_id, created_at) values
    (5, '+61412345678', 'wren@example.com', 'Wren', 'Banks', '2020-09-11', '2026-01-01', 'cus_sandbox_5', '2026-01-01'),
    (6, '+61412345679', 'kit@example.com', 'Kit', 'Low', '2020-09-11', '2026-01-01', 'cus_of_a_live_key', '2026-01-01');
  insert into carts (id, member_id, state, created_at, updated_at) values
    (20, 5, 'ordered', '2026-02-01', '2026-02-01'), (21, 5, 'open', '2026-02-02', '2026-02-02');
  insert into cart_lines (id, cart_id, variant_id, qty) values (30, 20, 1, 1), (31, 21, 2, 2);
  insert into gift_card_details (id, member_id, cart_id, cart_item_id, product_id, variant_sku, price_cents, purchaser_mobile,
      recipient_firstname, recipient_lastname, recipient_mobile, recipient_message, text_content, template_id, created_at) values
    (40, 5, 20, 30, 1, 'CARD-25', 2500, '', 'Ada', 'Reed', '+61491570156', 'Hi', 'Hello', 3, '2026-02-01');
  insert into orders (id, number, cart_id, member_id, status, customer_name, subtotal_cents, shipping_cents, total_cents,
      shipping_address, billing_address, created_at, placed_at) values
    (50, 1, 20, 5, 'approved', 'Wren Banks', 2500, 0, 2500, '{}', '{}', '2026-02-01', '2026-02-01');
  insert into order_lines (id, order_id, product_id, variant_id, cart_line_id, seller_id, sku, name, price_cents, qty, total_cents,
      options, details_id, is_giftcard) values
    (60, 50, 1, 1, 30, 7, 'CARD-25', 'Café card', 2500, 1, 2500, '[]', 40, true);
  insert into gift_cards (id, order_line_id, details_id, product_id, seller_id, code_hash, link_hash, sealed, value_cents, currency,
      supplied_at, expires_at, state, send_at, sent_at, delivered_at) values
    (70, 60, 40, 1, 7, 'c', 'l', 's', 2500, 'AUD', '2026-02-01', '2029-02-01', 'delivered', '2026-02-01', '2026-02-01', '2026-02-01');
  insert into gift_card_entries (gift_card_id, kind, amount_cents, created_at) values (70, 'issue', 2500, '2026-02-01');
  insert into outgoing_messages (ref, gift_card_id, kind, recipient, purpose, state, attempts, sent_at, created_at) values
    ('gift-70-mms', 70, 'mms', '+61491570156', 'gift', 'delivered', 1, '2026-02-01', '2026-02-01'),
    ('gift-70-sms', 70, 'sms', '+61491570156', 'gift', 'delivered', 1, '2026-02-01', '2026-02-01'),
    ('code-1', null, 'sms', '+61412345678', 'code', 'sent', 1, '2026-02-01', '2026-02-01');
  insert into message_pictures values ('name', 70, '\\x00', '2026-02-01');
  insert into mobile_proofs values ('jti', '+61412345678', '2026-02-01', '2026-02-01', null, null, null);
  insert into leads values (1, 'Wren', 'Banks', 'Cafe', 'wren@example.com', '0412345678', 'AU', true, '/', '127.0.0.1', '2026-02-01');
`;

function withoutCustomer(member: { payment_customer_id?: unknown }): object {
  const { payment_customer_id: _moved, ...rest } = member;
  return rest;
}

describe.each(databaseKinds())('a shop of migration 0002 on %s', (kind) => {
  let database: Database;
  let before: Record<string, unknown[]>;
  const rows = async (text: string) => (await database.query(text)).rows;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    await database.exclusive((run) => run.exec('drop schema public cascade; create schema public'));
    const folder = mkdtempSync(join(tmpdir(), 'handsel-old-'));
    for (const { name } of readMigrations().slice(0, 2)) copyFileSync(join(migrationsFolder, name), join(folder, name));
    await migrate(database, { folder }).finally(() => rmSync(folder, { recursive: true }));
    await database.exclusive((run) => run.exec(ROWS));
    before = await everything();
    await migrate(database);
  });
  afterAll(() => database.close());

  /** Every row of every table that was there, by table. */
  async function everything(tables?: string[]): Promise<Record<string, unknown[]>> {
    const found =
      tables ??
      (
        await rows(`select table_name from information_schema.tables
          where table_schema = 'public' and table_name <> 'schema_migrations' order by 1`)
      ).map((row) => row.table_name as string);
    const all: Record<string, unknown[]> = {};
    for (const table of found) all[table] = await rows(`select * from ${table} t order by t::text`);
    return all;
  }

  test('keeps every row it had, and is as new as the code', async () => {
    const applied = (await rows('select name from schema_migrations order by name')).map((row) => row.name);
    expect(applied).toEqual(readMigrations().map(({ name }) => name));
    expect(Object.keys(before).length).toBeGreaterThan(20);
    const after = await everything(Object.keys(before));
    // Moved to a table of its own: a member has a name with each payment provider.
    const moved = { ...before, members: (before.members ?? []).map((row) => withoutCustomer(row as object)) };
    for (const [table, old] of Object.entries(moved)) {
      expect([table, after[table]]).toEqual([table, old.map((row) => expect.objectContaining(row as object))]);
    }
  });

  test('its buyers keep their names with the payment provider; of which mode Stripe’s are is not guessed', async () => {
    expect(await rows('select member_id, account, customer_id from payment_customers order by member_id')).toEqual([
      { member_id: 5, account: 'sandbox', customer_id: 'cus_sandbox_5' },
      { member_id: 6, account: 'stripe', customer_id: 'cus_of_a_live_key' },
    ]);
  });

  test('finds its old texts, by word and by mistake', async () => {
    expect(await rows('select id, search_name, search_words, lowest_cents from products order by id')).toEqual([
      { id: 1, search_name: ' cafe card ', search_words: ' beans brews ', lowest_cents: 2500 },
      { id: 2, search_name: ' teapot ', search_words: ' pours well ', lowest_cents: 4995 },
      { id: 3, search_name: ' never sold ', search_words: ' ', lowest_cents: null },
    ]);
    expect(await rows('select search_name from sellers')).toEqual([{ search_name: ' cafe creme ' }]);
    expect(
      await rows(`select word, uses from search_vocabulary where word in ('cafe', 'red', '25', 'coffee') order by 1`),
    ).toEqual([
      { word: 'cafe', uses: 2 },
      { word: 'coffee', uses: 1 },
      { word: 'red', uses: 1 },
    ]);
  });

  test('its cards and messages are of round 1 and go on under the new rules', async () => {
    expect(await rows('select round from gift_cards')).toEqual([{ round: 1 }]);
    expect(await rows('select distinct round from outgoing_messages')).toEqual([{ round: 1 }]);
    await expect(rows('update gift_cards set value_cents = 9900')).rejects.toThrow('gift_cards_worth_what_was_paid');
    await rows(`insert into gift_card_changes (gift_card_id, member_id, kind, round, starts_round, old_state, old_mobile, new_mobile,
      created_at) values (70, 5, 'correct', 2, true, 'delivered', '+61491570156', '+61491570157', '2026-02-03')`);
    await expect(rows('delete from gift_card_changes')).rejects.toThrow('append-only');
    await expect(rows('update gift_card_entries set amount_cents = 1')).rejects.toThrow('append-only');
    await rows(`update cart_lines set amount_cents = 3000, qty = 1 where id = 31`);
    await expect(rows('update cart_lines set amount_cents = 3050 where id = 31')).rejects.toThrow('cart_lines_amount');
  });
});

test.runIf(databaseKinds().includes('postgres'))('who may not create the extension is told what to do', async () => {
  const { database, databaseUrl } = await openTestPostgres();
  const { url = '' } = inject('testDatabases').postgres ?? {};
  const address = new URL(databaseUrl);
  const role = `${address.pathname.slice(1)}_user`;
  await administer(url, `create role ${role} login password 'for-a-test'`);
  Object.assign(address, { username: role, password: 'for-a-test' });
  try {
    await database.query('drop schema public cascade');
    await database.query(`create schema public authorization ${role}`);
    const small = await openPostgres({ databaseUrl: address.href });
    const refused: unknown = await migrate(small).catch((error) => error);
    expect(isRefusal(refused) && refused.message).toBe(
      "Search needs PostgreSQL's extension pg_trgm, and the user of DATABASE_URL may not create it. " +
        'Let an administrator run CREATE EXTENSION pg_trgm in this database, then start again.',
    );
    await database.query('create extension pg_trgm');
    expect(await migrate(small)).toContain('0003_search.sql');
    await small.close();
  } finally {
    await database.close();
    await administer(url, `drop role ${role}`);
  }
});
