// Lower limit for start time and memory: a Fastify server with one SQL statement per route.
import Fastify from 'fastify';

const LIST = `select p.id, p.sku, p.name, p.short_desc, min(v.price_cents) as cents from products p
  join variants v on v.product_id = p.id group by p.id order by p.created_at desc limit 10`;
const { DATABASE_URL: connectionString, DATA_DIR = '', PORT } = process.env;

const query = connectionString ? await onPool(connectionString) : await onEmbedded();
const app = Fastify();
app.get('/list', () => query());
app.get('/page', async (_request, reply) => {
  const lines = (await query()).map(({ name, cents }) => `<li>${name}: ${cents}</li>`);
  return reply.type('text/html; charset=utf-8').send(`<!doctype html><ul>${lines.join('')}</ul>`);
});
await app.listen({ port: Number(PORT), host: '127.0.0.1' });

type Row = { name: string; cents: number };

async function onPool(address: string): Promise<() => Promise<Row[]>> {
  const { default: pg } = await import('pg');
  const pool = new pg.Pool({ connectionString: address });
  return async () => (await pool.query(LIST)).rows;
}

async function onEmbedded(): Promise<() => Promise<Row[]>> {
  const { PGlite } = await import('@electric-sql/pglite');
  const { pg_trgm } = await import('@electric-sql/pglite/contrib/pg_trgm');
  const database = await PGlite.create({ dataDir: `${DATA_DIR}/db`, extensions: { pg_trgm } });
  return async () => (await database.query<Row>(LIST)).rows;
}
