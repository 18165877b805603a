import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createContext } from '#server/bootstrap.ts';
import type { Database } from '#server/platform/database/database.ts';
import { readSettings } from '#server/settings.ts';
import { manyNumber, sellManyCards } from '#test/support/many-cards.ts';
import { benchSettings } from './large-shop.ts';

/** Sells `count` gift cards. None is due before 2030, and half are partly spent. */
export async function sellCards(database: Database, count: number): Promise<void> {
  await database.exclusive((run) =>
    run.exec(`
      insert into templates (id, mms_template_id, name, picture_id, layout) overriding system value
        select 1, 'bench', 'Bench', min(id), '{}' from pictures;
      insert into product_templates (product_id, template_id, position)
        select id, 1, 0 from products where is_giftcard;`),
  );
  const env = { ...benchSettings(0), WEB: 'none', DATA_DIR: join(tmpdir(), 'handsel-bench') };
  const { context } = await createContext(readSettings(env), database);
  const when = { scheduledAt: '2030-01-01 12:00:00', zone: 'Australia/Sydney' };
  await sellManyCards(
    context,
    Array.from({ length: count }, (_, index) => ({ to: manyNumber(index), ...when })),
  );
  await context.jobs.stop();
  await database.exclusive((run) => run.exec(SPEND_HALF));
}

const SPEND_HALF = `do $$ declare card record; spent bigint; begin
  for card in select c.id, c.seller_id from gift_cards c where c.id % 2 = 0 loop
    insert into gift_card_redemptions (public_id, gift_card_id, seller_id, channel, amount_cents, gst_cents, gst_basis, created_at)
      values (gen_random_uuid()::text, card.id, card.seller_id, 'till', 100, 0, 'gst-free', '2026-11-02') returning id into spent;
    insert into gift_card_entries (gift_card_id, kind, posted_cents, redemption_id, created_at)
      values (card.id, 'redeem', -100, spent, '2026-11-02');
  end loop; end $$`;

export type Ledger = Record<'cards' | 'issued' | 'balance' | 'held' | 'entries' | 'posted' | 'digest', string>;

export async function readLedger(database: Database): Promise<Ledger> {
  const { rows } = await database.query(
    `select accounts.*, entries.* from
      (select count(*)::text as cards, sum(issued_cents)::text as issued, sum(balance_cents)::text as balance,
        sum(held_cents)::text as held from gift_card_accounts) accounts,
      (select count(*)::text as entries, sum(posted_cents)::text as posted,
        md5(string_agg(concat_ws(',', gift_card_id, seq, kind, posted_cents, held_cents, balance_after, created_at), ';'
          order by gift_card_id, seq)) as digest from gift_card_entries) entries`,
  );
  return rows[0] as Ledger;
}
