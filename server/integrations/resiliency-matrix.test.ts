import { expect, it, vi } from 'vitest';
import { type FaultProxy, startFaultProxy } from '#test/fakes/fault-proxy.ts';
import { startTestingService, type TestingService } from '#test/fakes/services.ts';
import type { Counter } from '#test/support/counter.ts';
import {
  AT_ONCE,
  type CardInput,
  cardOf25,
  fillCart,
  pay,
  RECIPIENT,
  type ReadPhone,
  signIn,
  type TestCustomer,
} from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { pickDailyShare } from '#test/support/run-size.ts';
import { openTestShop, type Send, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { type Area, type Cell, expectedBehaviour, FAULTS, SERVICES, type Service } from './resiliency-matrix.ts';

const REST = '/rest/default/V1';
const CASES_A_DAY = 6;
const DUE_LATER = new Date('2026-11-02T01:15:00Z');
const CUSTOMER = '+61412345678';
const SECOND = '+61412345679';
const card: CardInput = { ...cardOf25, scheduledAt: AT_ONCE };
const slowMs = (service: Service) => (service === 'payments' || service === 'mail' ? 4_000 : 12_000);
const CONNECTIONS = 3;
const PATIENCE = { timeout: 180_000, interval: 250 };

/** Concurrent tests must not use expect.poll, because it belongs to a single test. */
const waitUntil = (condition: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => {
    if (!(await condition())) throw new Error('Not yet.');
  }, PATIENCE);

type TestSetup = {
  service: Service;
  standIn: TestingService;
  proxy: FaultProxy;
  shop: TestShop;
  send: Send;
  customer: TestCustomer;
  code: string;
  secret: string;
  counter: Counter;
};
type Seen = 'works' | 'later' | { unavailable: string };

/** Probes the payment last: reconciling it in the background would disturb later probes. */
function orderProbes(cells: [Area, Cell][], service: Service): Area[] {
  const areas = cells.map(([area]) => area);
  return service === 'payments' ? [...areas.filter((area) => area !== 'payment'), 'payment'] : areas;
}

const cases = SERVICES.flatMap((service) => FAULTS.map((fault) => ({ service, fault })));
const [kind = 'embedded'] = databaseKinds();
it.concurrent.each(pickDailyShare(cases, CASES_A_DAY))(
  'matches the resiliency matrix in every area while $service is $fault',
  async ({ service, fault }) => {
    const standIn = await startTestingService(service);
    const proxy = withOwnWords(await startFaultProxy({ port: standIn.port, slowMs: slowMs(service) }), standIn);
    const shop = await openTestShop(kind, { env: standIn.env(proxy.url), working: true, connections: CONNECTIONS });
    try {
      const setup = await prepare({ service, standIn, proxy, shop });
      await proxy.set(fault);
      const cells = expectedBehaviour({ service, fault });
      const seen: Partial<Record<Area, string>> = {};
      for (const area of orderProbes(cells, service)) seen[area] = await probe(setup, area);
      expect(seen).toEqual(Object.fromEntries(cells.map(([area, cell]) => [area, describeCell(cell)])));
    } finally {
      await shop.close();
      await proxy.close();
      await standIn.close();
    }
  },
  900_000,
);

function withOwnWords(proxy: FaultProxy, { sayBusy }: TestingService): FaultProxy {
  if (!sayBusy) return proxy;
  return {
    ...proxy,
    async set(mode) {
      sayBusy(mode === 'busy');
      await proxy.set(mode === 'busy' ? 'works' : mode);
    },
  };
}

function describeCell(cell: Cell): string {
  if (cell === 'works') return 'works';
  return 'degraded' in cell ? 'degraded' : `unavailable: ${cell.unavailable}`;
}

async function probe(setup: TestSetup, area: Area): Promise<string> {
  const lines = setup.service === 'mail' ? [] : setup.shop.context.services;
  const late = () => (setup.service === 'payments' ? setup.proxy.delayed() : 0);
  const failureCount = () => lines.reduce((sum, line) => sum + line().failed, late());
  const before = failureCount();
  const seen = await PROBES[area](setup);
  if (typeof seen === 'object') return `unavailable: ${seen.unavailable}`;
  return seen === 'later' || failureCount() > before ? 'degraded' : 'works';
}

type Preparing = { service: Service; standIn: TestingService; proxy: FaultProxy; shop: TestShop };

async function prepare({ service, standIn, proxy, shop }: Preparing): Promise<TestSetup> {
  const send: Send = (name, sending = {}) => {
    const { body } = sending as { body?: object };
    const person = name.startsWith('POST mobiledigital/') ? { r_token: 'login' } : {};
    return shop.send(name, (body ? { ...sending, body: { ...body, ...person } } : sending) as never);
  };
  const phone: ReadPhone = async (to) =>
    standIn.texts
      ? standIn.texts(to).map((text) => ({ text }) as Awaited<ReturnType<ReadPhone>>[number])
      : shop.phone(to);
  const customer = await vi.waitFor(() => signIn(send, phone, CUSTOMER), PATIENCE);
  for (const scheduledAt of [AT_ONCE, '2026-11-02 12:30:00']) {
    await fillCart(send, customer, [{ ...card, scheduledAt }]);
    const placed = await pay(send, customer, 'pm_card_visa');
    if (placed.status !== 200) throw new Error(`The first order was not placed: ${JSON.stringify(placed.body)}`);
  }
  await waitUntil(async () => {
    const receipts = await shop.stored.all('messages', { purpose: 'receipt' });
    const cards = await shop.stored.all('giftCards');
    return (
      receipts.every(({ state }) => state === 'sent') &&
      cards.every(({ sendAt, deliveryState }) => sendAt >= DUE_LATER || ['sent', 'delivered'].includes(deliveryState))
    );
  });
  const secret = /\/card\/(\S+)/.exec((await phone(RECIPIENT)).map(({ text }) => text).join('\n'))?.[1] ?? '';
  const code = await vi.waitFor(async () => {
    await send('POST mobiledigital/sendmobilecode', { body: { mobile: SECOND } });
    const [, digits] = /#(\d{6})$/.exec((await phone(SECOND))[0]?.text ?? '') ?? [];
    if (!digits) throw new Error(`No code came to ${SECOND}.`);
    return digits;
  }, PATIENCE);
  await standIn.addPass?.(shop, secret);
  return { service, standIn, proxy, shop, send, customer, code, secret, counter: await shop.counter() };
}

const get = (setup: TestSetup, url: string) => setup.shop.app.inject(url.startsWith('/media') ? url : `${REST}/${url}`);
const ok = (status: number, result: unknown): Seen =>
  status === 200 && result ? 'works' : { unavailable: `HTTP ${status}` };

async function fieldResult(answer: { status: number; body: unknown }, field: string): Promise<Seen> {
  const { status, input_validation: errors } = answer.body as {
    status?: boolean;
    input_validation?: Record<string, string>;
  };
  return status ? 'works' : { unavailable: String(errors?.[field]) };
}

async function spendDollar({ send, secret, counter }: TestSetup): Promise<Seen> {
  const { data } = (await send('GET mobiledigital/card', { query: { secret } })).body;
  if (!data) return { unavailable: 'no card' };
  const { status, body } = await counter.redeem({ code: data.code }, 1);
  return ok(status, body.balance === data.balance - 1);
}

const PROBES: Record<Area, (setup: TestSetup) => Promise<Seen>> = {
  async browse(setup) {
    const answer = await get(setup, 'mobiledigital/browseProducts?page=1');
    return ok(answer.statusCode, answer.json().products?.length ?? answer.json().data?.length);
  },
  async product(setup) {
    const answer = await get(setup, `mobiledigital/product?product_id=${testShop.products.mug}`);
    return ok(answer.statusCode, answer.json().data);
  },
  async cart({ send, customer }) {
    const { token } = customer;
    await send('POST carts/mine', { token });
    await send('POST mobiledigital/clearcart', { token, body: {} });
    const added = await send('POST carts/mine/items', { token, body: { cartItem: { sku: 'MUG', qty: 1 } } as never });
    const { status, body } = await send('GET carts/mine', { token });
    return ok(Math.max(status, added.status), body.items?.length === 1);
  },
  async addresses(setup) {
    const answer = await get(setup, 'mobiledigital/places?q=12%20Smith%20St%2C%20Fitzroy');
    return ok(answer.statusCode, answer.json().data?.[0]?.label.includes('Fitzroy'));
  },
  code: async ({ send }) =>
    fieldResult(await send('POST mobiledigital/sendmobilecode', { body: { mobile: '+61412345670' } }), 'mobile'),
  'sign-in': async ({ send, code }) =>
    fieldResult(await send('POST mobiledigital/confirmmobilecode', { body: { mobile: SECOND, code } }), 'mobile_code'),
  async payment({ send, customer }) {
    await fillCart(send, customer, [{ ...card, scheduledAt: '2026-11-03 12:00:00' }]);
    const { status, body } = await pay(send, customer, 'pm_card_visa');
    return status === 200 ? 'works' : { unavailable: String(body.message) };
  },
  async 'saved cards'({ send, customer }) {
    const { status, body } = await send('GET mobiledigital/savedcards', { token: customer.token });
    return status === 200 && body.data?.length === 1 ? 'works' : { unavailable: String(body.message) };
  },
  async orders({ send, customer }) {
    const { status, body } = await send('GET mobiledigital/orders', { token: customer.token });
    return ok(status, (body.orders?.length ?? 0) >= 2);
  },
  async 'card page'(setup) {
    const answer = await get(setup, `mobiledigital/card?secret=${setup.secret}`);
    return ok(answer.statusCode, answer.json().status);
  },
  async pictures(setup) {
    const [picture] = await setup.shop.stored.all('pictures');
    const answer = await get(setup, `/media/${picture?.id}/320.webp`);
    return ok(answer.statusCode, answer.rawPayload.subarray(8, 12).toString() === 'WEBP');
  },
  async 'demo request'({ shop }) {
    const lead = {
      first_name: 'Ann',
      last_name: 'Lee',
      company: 'Lee',
      email: 'ann@lee.example',
      phone: '1',
      country: 'AU',
    };
    const payload = { ...lead, opt_in: true, retURL: '', oid: '', r_token: 'login' };
    const { statusCode } = await shop.app.inject({ method: 'POST', url: '/leads', payload });
    return statusCode === 201 ? 'works' : { unavailable: `HTTP ${statusCode}` };
  },
  async delivery({ shop, proxy }) {
    const states = async () => {
      const cards = await shop.stored.all('giftCards');
      const dueByNow = cards.filter(({ sendAt }) => sendAt < new Date('2026-11-02T01:45:00Z'));
      const messages = await shop.stored.all('messages', { purpose: 'gift', giftCardId: dueByNow.at(-1)?.id });
      return messages.map(({ state }) => state);
    };
    const failures = () =>
      shop.context.services.map((line) => line()).find(({ service }) => service === 'messages')?.failed;
    const before = failures();
    await shop.moveTo('2026-11-02T01:31:00.000Z');
    const isDone = async () => {
      const now = await states();
      return now.length === 2 && now.every((state) => ['sent', 'delivered', 'unknown'].includes(state));
    };
    const isQueued = async () => failures() !== before && (await states()).every((state) => state === 'queued');
    await waitUntil(async () => (await isDone()) || (await isQueued()));
    if (!(await isDone())) {
      await proxy.set('works');
      await waitUntil(isDone);
      return 'later';
    }
    return (await states()).includes('unknown') ? 'later' : 'works';
  },
  counter: spendDollar,
  async 'wallet pass'(setup) {
    const { service, standIn, shop, proxy, send, secret } = setup;
    await spendDollar(setup);
    const { data } = (await send('GET mobiledigital/card', { query: { secret } })).body;
    const isUpdated = () => standIn.isUpdated?.(data?.balance ?? 0) ?? false;
    const hasFailed = () => shop.context.services.some((line) => line().service === service && line().failed > 0);
    await shop.moveTo('2026-11-02T01:40:00.000Z');
    await waitUntil(() => isUpdated() || hasFailed());
    if (isUpdated()) return 'works';
    await proxy.set('works');
    const nextTry = async () => {
      await shop.moveTo(new Date(shop.context.clock.ms() + 3_600_000).toISOString());
      if (!isUpdated()) throw new Error('Not yet.');
    };
    await vi.waitFor(nextTry, { ...PATIENCE, interval: 4_000 });
    return 'later';
  },
  async receipt({ shop, proxy }) {
    const states = async () => (await shop.stored.all('messages', { purpose: 'receipt' })).map(({ state }) => state);
    const isDone = async () => (await states()).every((state) => state === 'sent');
    const hasFailed = () => shop.context.services.some((line) => line().service === 'mail' && line().failed > 0);
    await waitUntil(async () => (await isDone()) || hasFailed());
    if (await isDone()) return 'works';
    await proxy.set('works');
    await waitUntil(isDone);
    return 'later';
  },
};
