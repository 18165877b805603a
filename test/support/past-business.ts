import type { Database } from '#server/platform/database/database.ts';

const OLD = "timestamptz '2026-09-01' + n * interval '1 second'";
const TABLES = ['messages', 'gift_card_entries', 'payments'];

/** Adds rows dated two months before the test shop opens, without the rows that they reference. */
export async function addPastBusiness(database: Pick<Database, 'exclusive'>, count: number): Promise<void> {
  await database.exclusive((run) =>
    run.exec(`set session_replication_role = replica;
      insert into messages (ref, channel, purpose, recipient, state, not_before, created_at)
        select 'old-' || n, 'sms', 'campaign', '+61400000000', 'delivered', ${OLD}, ${OLD} from generate_series(1, ${count}) n;
      insert into gift_card_entries (gift_card_id, kind, posted_cents, order_line_id, seq, created_at)
        select n, 'issue', 100, n, 1, ${OLD} from generate_series(1, ${count}) n;
      insert into payments (order_id, idempotency_key, fingerprint, provider, payment_method, save_card, amount_cents,
          currency, capture, state, created_at, updated_at)
        select n, 'key-' || n, '', 'sandbox', '', false, 100, 'AUD', true, 'captured', ${OLD}, ${OLD} from generate_series(1, ${count}) n;
      set session_replication_role = origin;
      select brin_summarize_new_values('gift_card_entries_created_at');
      ${TABLES.map((table) => `analyze ${table};`).join(' ')}`),
  );
}

export async function countRowsRead(database: Pick<Database, 'query'>): Promise<number> {
  await database.query('select pg_stat_force_next_flush()');
  const { rows } = await database.query(
    'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) as read from pg_stat_user_tables where relname = any($1)',
    [TABLES],
  );
  return Number(rows[0].read);
}
