// Load: tills that redeem one cent at a time over HTTP or by SQL.
import { createHash, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import pg from 'pg';

export type Till = { code: string; codeHash: string; key: string; counterKeyId: number; sellerId: number };
export type Job = { way: 'counter API' | 'bare SQL'; url: string; base: string; tills: Till[]; redemptions: number };
/** `latencies` are in milliseconds. */
export type Done = { seconds: number; latencies: number[] };

const CONNECTIONS = 10;
const agent = new Agent({ keepAlive: true });
let pool: pg.Pool | undefined;

process.on('message', async (job: Job) => {
  pool ??= new pg.Pool({
    connectionString: job.url,
    max: CONNECTIONS,
    idleTimeoutMillis: 0,
    options: '-c timezone=UTC -c jit=off',
  });
  const spend = job.way === 'bare SQL' ? bySql(pool) : byApi(job.base);
  const latencies: number[] = [];
  let left = job.redemptions;
  const began = performance.now();
  await Promise.all(
    job.tills.map(async (till) => {
      while (left > 0) {
        left -= 1;
        const sentAt = performance.now();
        await spend(till);
        latencies.push(performance.now() - sentAt);
      }
    }),
  );
  process.send?.({ seconds: (performance.now() - began) / 1_000, latencies } satisfies Done);
});

const byApi = (base: string) => (till: Till) =>
  new Promise<void>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${till.key}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const call = request(`${base}/rest/default/V1/seller/giftcards/redeem`, { method: 'POST', agent, headers });
    call.on('error', reject).on('response', (answer) => {
      let body = '';
      answer.on('data', (chunk) => (body += chunk));
      answer.on('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(body))));
    });
    call.end(JSON.stringify({ code: till.code, amount: 0.01, reference: 'receipt 7' }));
  });

/** Redeems by SQL, and writes the same rows with the same locks as the API. */
const bySql = (pool: pg.Pool) => async (till: Till) => {
  const client = await pool.connect();
  try {
    const [key, publicId, now] = [randomUUID(), `gr_${randomUUID()}`, new Date()];
    const fingerprint = createHash('sha256').update(key).digest('hex');
    await client.query('begin');
    await client.query(
      'insert into idempotency_keys (counter_key_id, key, fingerprint, created_at) values ($1, $2, $3, $4) on conflict do nothing',
      [till.counterKeyId, key, fingerprint, now],
    );
    const { rows } = await client.query(
      `with card as materialized (select id from gift_cards where code_hash = $1 and seller_id = $2 for key share)
        select a.gift_card_id, a.balance_cents - a.held_cents as available from card
          join gift_card_accounts a on a.gift_card_id = card.id where a.status = 'active' for update of a`,
      [till.codeHash, till.sellerId],
    );
    const redeemed = await client.query(
      `insert into gift_card_redemptions (public_id, gift_card_id, seller_id, channel, counter_key_id, amount_cents, gst_cents, gst_basis, reference, created_at)
        values ($1, $2, $3, 'api', $4, 1, 0, 'all taxable', 'receipt 7', $5) returning id`,
      [publicId, rows[0].gift_card_id, till.sellerId, till.counterKeyId, now],
    );
    await client.query(
      `insert into gift_card_entries (gift_card_id, kind, posted_cents, redemption_id, created_at) values ($1, 'redeem', -1, $2, $3)`,
      [rows[0].gift_card_id, redeemed.rows[0].id, now],
    );
    const answer = JSON.stringify({ redemption: publicId, amount: 0.01, balance: (rows[0].available - 1) / 100 });
    await client.query('update idempotency_keys set answer = $1 where counter_key_id = $2 and key = $3', [
      answer,
      till.counterKeyId,
      key,
    ]);
    await client.query('commit');
  } finally {
    client.release();
  }
};
