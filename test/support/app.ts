import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from '#server/context.ts';
import { createSessions, openSession, registerSessions } from '#server/domain/customers/sessions/sessions.ts';
import { createChanges } from '#server/platform/database/changes.ts';
import type { Database, DatabaseKind } from '#server/platform/database/database.ts';
import { addresses, customers } from '#server/platform/database/schema/schema.ts';
import { nobodyIsFound } from '#server/platform/http/principal.ts';
import { deriveCardKey, type Secrets } from '#server/platform/kernel/keys/card-keys.ts';
import { deriveSessionKeys } from '#server/platform/kernel/secrets.ts';
import { readSettings } from '#server/settings.ts';
import { openTestDatabase } from './database.ts';
import { type Stored, storedRows } from './stored.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests say of each answer what it must be
type Answer = { status: number; body: any };
type CallOptions = { token?: string; body?: unknown; store?: string };

export type TestApp = {
  app: FastifyInstance;
  context: Context;
  database: Database;
  stored: Stored;
  call: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, options?: CallOptions) => Promise<Answer>;
  close: () => Promise<void>;
};

const testNow = new Date('2026-11-02T03:04:05.000Z');

export async function openTestApp(
  kind: DatabaseKind,
  { register, brand = 'giftcard' }: { register: (app: FastifyInstance, context: Context) => void; brand?: string },
): Promise<TestApp> {
  const database = await openTestDatabase(kind, 'shop');
  const settings = readSettings({ NODE_ENV: 'test', BRAND: brand });
  const clock = { now: () => testNow, ms: () => testNow.getTime() };
  const secret = 'a secret for tests, long enough to pass';
  const secrets: Secrets = { ...deriveSessionKeys([secret]), cardKeys: [deriveCardKey({ id: 'k1', secret })] };
  const app = Fastify();
  // This context lacks jobs and external services, so the test of a feature that uses them fails.
  const context = { settings, database, changes: createChanges(database), clock, secrets, log: app.log } as Context;
  registerSessions(app, context);
  app.decorate('findPrincipal', { ...nobodyIsFound, customer: createSessions(context) });
  register(app, context);
  const call: TestApp['call'] = async (method, path, { token, body, store = 'default' } = {}) => {
    const answer = await app.inject({
      method,
      url: `/rest/${store}/V1/${path}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const close = async () => {
    await app.close();
    await database.close();
  };
  return { app, context, database, stored: storedRows(database), call, close };
}

let people = 0;

export type SignedInCustomer = { customerId: number; token: string; addressId: number };

export async function createSignedInCustomer(context: Context): Promise<SignedInCustomer> {
  const { database } = context;
  people += 1;
  const [customer] = await database.orm
    .insert(customers)
    .values({
      mobile: `+61412${String(people).padStart(6, '0')}`,
      email: `customer-${people}@example.com`,
      firstname: 'Wren',
      lastname: 'Banks',
      termsVersion: '2026-01',
      termsAcceptedAt: testNow,
      createdAt: testNow,
    })
    .returning({ id: customers.id });
  const customerId = customer?.id ?? 0;
  const addressId = await saveAddress(database, customerId);
  await database.query('update customers set default_shipping_id = $2, default_billing_id = $2 where id = $1', [
    customerId,
    addressId,
  ]);
  const token = await database.transaction(async (tx) => openSession(context, tx, { customerId }));
  return { customerId, token, addressId };
}

async function saveAddress(database: Database, customerId: number): Promise<number> {
  const [address] = await database.orm
    .insert(addresses)
    .values({
      customerId,
      firstname: 'Wren',
      lastname: 'Banks',
      telephone: '+61412345678',
      street: ['12 Fig Street'],
      city: 'Pyrmont',
      regionId: 570,
      postcode: '2009',
      countryId: 'AU',
    })
    .returning({ id: addresses.id });
  return address?.id ?? 0;
}
