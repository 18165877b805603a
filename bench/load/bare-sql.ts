// Upper limit for writes: inserts the rows of a sign-in, a cart line and a checkout in few statements.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { toCustomerMobile } from '../shop/people.ts';
import { pickProductId, type SequenceName } from './sequences.ts';

type Values = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: rows as the statement beside it names them
type Query = (text: string, values?: unknown[]) => Promise<{ rows: any[] }>;
type Transact = <T>(work: (query: Query) => Promise<T>) => Promise<T>;
type Insert = (query: Query, values: Values) => Promise<number>;

export type BareSql = Record<SequenceName, (customerId: number) => Promise<void>>;

/** Start date of inserted jobs, so that no server runs them. */
const LATER = new Date('2100-01-01');
const CONNECTIONS = 10;

export async function openBareSql(where: { databaseUrl: string; dataDir: string }): Promise<BareSql> {
  const transact = where.databaseUrl ? onPool(where.databaseUrl) : await onEmbedded(where.dataDir);
  const rowsLike = await transact(readExamples);
  return {
    'sign-in': (customerId) => signIn(transact, rowsLike, customerId),
    'add to cart': (id) =>
      transact((query) => addLine(query, rowsLike, { customerId: id, productId: pickProductId(id) })),
    checkout: (customerId) => checkout(transact, rowsLike, customerId),
    'order list': (customerId) => transact((query) => readOrders(query, customerId)),
  };
}

function onPool(connectionString: string): Transact {
  const options = '-c timezone=UTC -c jit=off';
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS, idleTimeoutMillis: 0, options });
  return async (work) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const result = await work((text, values) => client.query(text, values));
      await client.query('commit');
      return result;
    } finally {
      client.release();
    }
  };
}

async function onEmbedded(dataDir: string): Promise<Transact> {
  const { openEmbedded } = await import('#server/platform/database/embedded/embedded.ts');
  const database = await openEmbedded({ dataDir });
  return (work) => database.exclusive((run) => run.transaction((inside) => work(inside.query)));
}

const TABLES = [
  'call_counts',
  'sign_in_codes',
  'messages',
  'demo.phone_messages',
  'phone_verifications',
  'sessions',
  'carts',
  'cart_lines',
  'orders',
  'order_lines',
  'order_sellers',
  'payments',
  'demo.sandbox_payments',
] as const;
type Rows = Record<(typeof TABLES)[number] | 'pgboss.job', Insert>;

/** Uses the newest rows that the shop wrote as templates for the inserts. */
async function readExamples(query: Query): Promise<Rows> {
  const inserts: Partial<Rows> = {};
  for (const table of TABLES) inserts[table] = await insertLike(query, table);
  inserts['pgboss.job'] = await insertLike(query, 'pgboss.job', "name = 'reconcile-order'");
  return inserts as Rows;
}

async function insertLike(query: Query, table: string, where = 'true'): Promise<Insert> {
  const { rows } = await query(`select * from ${table} where ${where} order by ctid desc limit 1`);
  const [example] = rows;
  if (!example) throw new Error(`The table ${table} has no row to copy.`);
  const isNumbered = 'id' in example && table !== 'demo.sandbox_payments';
  const names = Object.keys(example).filter((name) => name !== 'id' || !isNumbered);
  const places = names.map((_, index) => `$${index + 1}`).join(', ');
  const columns = names.map((name) => `"${name}"`).join(', ');
  const text = `insert into ${table} (${columns}) values (${places})${isNumbered ? ' returning id' : ''}`;
  return async (into, values) => {
    const row: Values = { ...example, ...values };
    const result = await into(
      text,
      names.map((name) => asParameter(row[name])),
    );
    return result.rows[0]?.id;
  };
}

function asParameter(value: unknown): unknown {
  const isJson = typeof value === 'object' && value !== null && !(value instanceof Date) && !Buffer.isBuffer(value);
  return isJson ? JSON.stringify(value) : value;
}

async function signIn(transact: Transact, like: Rows, customerId: number): Promise<void> {
  const [mobile, id, now] = [toCustomerMobile(customerId), randomUUID(), new Date()];
  const count = (query: Query) => like.call_counts(query, { key: randomUUID() });
  const code = await transact(async (query) => {
    await count(query);
    const sign_in_code_id = await like.sign_in_codes(query, { mobile, sent_at: now, closed_at: null });
    const ref = `bare-${id}`;
    const message = await like.messages(query, { ref, recipient: mobile, sign_in_code_id, state: 'claimed' });
    return { sign_in_code_id, message };
  });
  await transact((query) => like['demo.phone_messages'](query, { ref: `bare-${id}`, to: mobile }));
  await transact((query) =>
    query("update messages set state = 'delivered', sent_at = $2 where id = $1", [code.message, now]),
  );
  await transact(async (query) => {
    await count(query);
    await query('update sign_in_codes set tries = tries + 1, closed_at = $2 where id = $1', [
      code.sign_in_code_id,
      now,
    ]);
    await like.phone_verifications(query, { jti: id, mobile });
  });
  await transact(async (query) => {
    await count(query);
    const { rows } = await query('update customers set last_seen_at = $2 where mobile = $1 returning id', [
      mobile,
      now,
    ]);
    await like.sessions(query, { token_hash: id, customer_id: rows[0].id });
  });
}

type NewLine = { customerId: number; productId: number };

async function addLine(query: Query, like: Rows, { customerId, productId }: NewLine): Promise<void> {
  const cart = await query("select id from carts where customer_id = $1 and state = 'open' for update", [customerId]);
  const variant = await query('select id, qty, price_cents from variants where product_id = $1 and size = 1', [
    productId,
  ]);
  await like.cart_lines(query, { cart_id: cart.rows[0].id, variant_id: variant.rows[0].id });
  await query('update carts set updated_at = $2 where id = $1', [cart.rows[0].id, new Date()]);
}

async function checkout(transact: Transact, like: Rows, customerId: number): Promise<void> {
  const now = new Date();
  const cart_id = await transact((query) =>
    like.carts(query, { customer_id: customerId, state: 'open', created_at: now, updated_at: now }),
  );
  await transact((query) => addLine(query, like, { customerId, productId: pickProductId(customerId) }));
  await transact((query) =>
    query('update carts set shipping_address = billing_address, updated_at = $2 where id = $1', [cart_id, now]),
  );
  const placed = await transact(async (query) => {
    const { rows } = await query(
      `select l.id as cart_line_id, v.id as variant_id, v.product_id, v.qty, v.price_cents, p.seller_id, s.flat_shipping_cents
        from carts c join cart_lines l on l.cart_id = c.id join variants v on v.id = l.variant_id
          join products p on p.id = v.product_id join sellers s on s.id = p.seller_id
        where c.id = $1 for update of c, v`,
      [cart_id],
    );
    const { cart_line_id, variant_id, product_id, seller_id } = rows[0];
    await query('update variants set qty = qty - 1 where id = $1', [variant_id]);
    const unpaid = { number: null, status: 'pending', placed_at: null, approved_at: null, acknowledged_at: null };
    const order_id = await like.orders(query, { ...unpaid, cart_id, customer_id: customerId, created_at: now });
    await like.order_lines(query, { order_id, product_id, variant_id, cart_line_id, seller_id, details_id: null });
    await like.order_sellers(query, { order_id, seller_id });
    const [idempotency_key, provider_payment_id] = [randomUUID(), null];
    const state = { state: 'started', provider_payment_id };
    const payment = await like.payments(query, { order_id, idempotency_key, ...state });
    await like['pgboss.job'](query, { data: { orderId: order_id }, start_after: LATER });
    return { order_id, payment };
  });
  const provider = `pi_${randomUUID()}`;
  await transact(async (query) => {
    const ids = { idempotency_key: provider, client_secret: provider, order_id: placed.order_id };
    await like['demo.sandbox_payments'](query, { id: provider, ...ids });
  });
  await transact(async (query) => {
    await query("update payments set state = 'captured', provider_payment_id = $2 where id = $1", [
      placed.payment,
      provider,
    ]);
    await query("update carts set state = 'ordered', updated_at = $2 where id = $1", [cart_id, now]);
    await query('delete from cart_lines where cart_id = $1', [cart_id]);
    await query(
      `update orders set status = 'approved', number = nextval('order_numbers'), placed_at = $2, approved_at = $2
        where id = $1`,
      [placed.order_id, now],
    );
  });
  await transact((query) => query('update orders set acknowledged_at = $2 where id = $1', [placed.order_id, now]));
}

async function readOrders(query: Query, customerId: number): Promise<void> {
  const { rows } = await query(
    'select * from orders where customer_id = $1 and number is not null order by number desc limit 11',
    [customerId],
  );
  await query('select * from order_lines where order_id = any($1)', [rows.map(({ id }) => id)]);
}
