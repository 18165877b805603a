import { expect, test, vi } from 'vitest';
import { testShop } from '../catalogue/testing.ts';
import { openTestShop, type Send, type TestShop } from '../testing-shop.ts';
import { type CardWish, cardOf25, fillCart, pay, type ReadPhone, type Shopper, signIn } from '../testing-shopper.ts';
import {
  AREAS,
  type Area,
  type Cell,
  FAULTS,
  type Fault,
  promised,
  SERVICES,
  type Service,
} from './resiliency-matrix.ts';
import { type FaultProxy, startFaultProxy } from './testing-fault-proxy.ts';
import { startTestingService, type TestingService } from './testing-services.ts';

const REST = '/rest/default/V1';
const BUYER = '+61412345678';
const SECOND = '+61412345679';
const card: CardWish = { ...cardOf25, at: '2026-11-02 12:00:00' };
const FRIEND = '+61491570156';
/**
 * Well below or above the limits of the calls (payments 14 s, a step of the mail 15 s, messages 10 s), also on a
 * machine that stalls.
 */
const slowMs = (service: Service) => (service === 'payments' || service === 'mail' ? 4_000 : 12_000);
/** Longer than the queue's first waits and a breaker's rest. */
const PATIENCE = { timeout: 180_000, interval: 250 };

/** Tests that run at once must not use expect.poll: it belongs to one of them. */
const until = (isSo: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => {
    if (!(await isSo())) throw new Error('It has not come about.');
  }, PATIENCE);

type World = {
  service: Service;
  proxy: FaultProxy;
  shop: TestShop;
  send: Send;
  buyer: Shopper;
  /** Mobile and code of somebody who had one before the trouble began */
  code: string;
  secret: string;
};
/**
 * What happened: it worked, it did not (and what the shopper saw), or it was still open and went on when the service
 * came back.
 */
type Seen = 'works' | 'later' | { unavailable: string };

/** An order that waits for its payment is looked after in the background, and would trouble the probes after it. */
const inTurn = (service: Service): readonly Area[] =>
  service === 'payments' ? [...AREAS.filter((area) => area !== 'payment'), 'payment'] : AREAS;

/**
 * One test per service and fault, with every part of the shop in it; a cell that is missing in the matrix does not
 * compile.
 */
const cases = SERVICES.flatMap((service) => FAULTS.map((fault) => ({ service, fault })));
test.concurrent.each(cases)(
  'while $service is $fault every part of the shop does what the matrix says',
  async ({ service, fault }) => {
    const standIn = await startTestingService(service);
    const proxy = await startFaultProxy({ port: standIn.port, slowMs: slowMs(service) });
    const shop = await openTestShop('embedded', { env: standIn.env(proxy.url), working: true });
    try {
      const world = await prepare({ service, standIn, proxy, shop });
      await proxy.set(fault);
      const seen: Partial<Record<Area, string>> = {};
      for (const area of inTurn(service)) seen[area] = await look(world, area);
      expect(seen).toEqual(Object.fromEntries(AREAS.map((area) => [area, expected({ service, fault, area })])));
    } finally {
      await shop.close();
      await proxy.close();
      await standIn.close();
    }
  },
  900_000,
);

function expected(at: { service: Service; fault: Fault; area: Area }): string {
  const cell: Cell = promised(at);
  if (cell === 'works') return 'works';
  return 'degraded' in cell ? 'degraded' : `unavailable: ${cell.unavailable}`;
}

/** A probe that succeeds while the service fails behind it, or answers late, is degraded. */
async function look(world: World, area: Area): Promise<string> {
  // Receipts are tried again in the background all the while: only their own probe speaks for them.
  const lines = world.service === 'mail' ? [] : world.shop.context.services;
  // Payments alone are waited for so long; a late answer to the others meets nobody.
  const late = () => (world.service === 'payments' ? world.proxy.delayed() : 0);
  const troubles = () => lines.reduce((sum, line) => sum + line().failed, late());
  const before = troubles();
  const seen = await PROBES[area](world);
  if (typeof seen === 'object') return `unavailable: ${seen.unavailable}`;
  return seen === 'later' || troubles() > before ? 'degraded' : 'works';
}

type Preparing = { service: Service; standIn: TestingService; proxy: FaultProxy; shop: TestShop };

/**
 * All is well: a customer signs in, a first card is on its recipient's phone, a second one waits for 12:30, and somebody
 * holds a code.
 */
async function prepare({ service, standIn, proxy, shop }: Preparing): Promise<World> {
  const send: Send = (name, sending = {}) => {
    const { body } = sending as { body?: object };
    const person = name.startsWith('POST mobiledigital/') ? { r_token: 'login' } : {};
    return shop.send(name, (body ? { ...sending, body: { ...body, ...person } } : sending) as never);
  };
  const phone: ReadPhone = async (to) =>
    standIn.texts
      ? standIn.texts(to).map((text) => ({ text }) as Awaited<ReturnType<ReadPhone>>[number])
      : shop.phone(to);
  // The human check gives up after three seconds, and then no code goes out.
  const buyer = await vi.waitFor(() => signIn(send, phone, BUYER), PATIENCE);
  for (const at of ['2026-11-02 12:00:00', '2026-11-02 12:30:00']) {
    await fillCart(send, buyer, [{ ...card, at }]);
    const placed = await pay(send, buyer, 'pm_card_visa');
    if (placed.status !== 200) throw new Error(`The first order was not placed: ${JSON.stringify(placed.body)}`);
  }
  const unsent = `select state from messages where purpose = 'receipt' and state <> 'sent'
    union all select delivery_state from gift_cards where send_at < '2026-11-02T01:15:00Z' and delivery_state not in ('sent', 'delivered')`;
  await until(async () => (await shop.context.database.query(unsent)).rows.length === 0);
  const secret = /\/card\/(\S+)/.exec((await phone(FRIEND)).map(({ text }) => text).join('\n'))?.[1] ?? '';
  const code = await vi.waitFor(async () => {
    await send('POST mobiledigital/sendmobilecode', { body: { mobile: SECOND } });
    const [, digits] = /#(\d{6})$/.exec((await phone(SECOND))[0]?.text ?? '') ?? [];
    if (!digits) throw new Error(`No code came to ${SECOND}.`);
    return digits;
  }, PATIENCE);
  return { service, proxy, shop, send, buyer, code, secret };
}

const get = (world: World, url: string) => world.shop.app.inject(url.startsWith('/media') ? url : `${REST}/${url}`);
const ok = (status: number, what: unknown): Seen =>
  status === 200 && what ? 'works' : { unavailable: `HTTP ${status}` };

async function refusable(answer: { status: number; body: unknown }, field: string): Promise<Seen> {
  const { status, input_validation: refused } = answer.body as {
    status?: boolean;
    input_validation?: Record<string, string>;
  };
  return status ? 'works' : { unavailable: String(refused?.[field]) };
}

const PROBES: Record<Area, (world: World) => Promise<Seen>> = {
  async browse(world) {
    const answer = await get(world, 'mobiledigital/browseProducts?page=1');
    return ok(answer.statusCode, answer.json().products?.length ?? answer.json().data?.length);
  },
  async product(world) {
    const answer = await get(world, `mobiledigital/product?product_id=${testShop.products.mug}`);
    return ok(answer.statusCode, answer.json().data);
  },
  async cart({ send, buyer }) {
    const { token } = buyer;
    await send('POST carts/mine', { token });
    await send('POST mobiledigital/clearcart', { token, body: {} });
    const added = await send('POST carts/mine/items', { token, body: { cartItem: { sku: 'MUG', qty: 1 } } as never });
    const { status, body } = await send('GET carts/mine', { token });
    return ok(Math.max(status, added.status), body.items?.length === 1);
  },
  async addresses(world) {
    const answer = await get(world, 'mobiledigital/places?q=12%20Smith%20St%2C%20Fitzroy');
    return ok(answer.statusCode, answer.json().data?.[0]?.label.includes('Fitzroy'));
  },
  code: async ({ send }) =>
    refusable(await send('POST mobiledigital/sendmobilecode', { body: { mobile: '+61412345670' } }), 'mobile'),
  'sign-in': async ({ send, code }) =>
    refusable(await send('POST mobiledigital/confirmmobilecode', { body: { mobile: SECOND, code } }), 'mobile_code'),
  async payment({ send, buyer }) {
    await fillCart(send, buyer, [{ ...card, at: '2026-11-03 12:00:00' }]);
    const { status, body } = await pay(send, buyer, 'pm_card_visa');
    return status === 200 ? 'works' : { unavailable: String(body.message) };
  },
  async 'saved cards'({ send, buyer }) {
    const { status, body } = await send('GET mobiledigital/savedcards', { token: buyer.token });
    return status === 200 && body.data?.length === 1 ? 'works' : { unavailable: String(body.message) };
  },
  async orders({ send, buyer }) {
    const { status, body } = await send('GET mobiledigital/orders', { token: buyer.token });
    return ok(status, (body.orders?.length ?? 0) >= 2);
  },
  async 'card page'(world) {
    const answer = await get(world, `mobiledigital/card?secret=${world.secret}`);
    return ok(answer.statusCode, answer.json().status);
  },
  async pictures(world) {
    const { rows } = await world.shop.context.database.query('select id from pictures order by id limit 1');
    const answer = await get(world, `/media/${rows[0].id}/320.webp`);
    return ok(answer.statusCode, answer.rawPayload.subarray(8, 12).toString() === 'WEBP');
  },
  async 'demo request'({ shop }) {
    const wish = {
      first_name: 'Ann',
      last_name: 'Lee',
      company: 'Lee',
      email: 'ann@lee.example',
      phone: '1',
      country: 'AU',
    };
    const payload = { ...wish, opt_in: true, retURL: '', oid: '', r_token: 'login' };
    const { statusCode } = await shop.app.inject({ method: 'POST', url: '/leads', payload });
    return statusCode === 201 ? 'works' : { unavailable: `HTTP ${statusCode}` };
  },
  async delivery({ shop, proxy }) {
    const states = async () => {
      const text =
        'select state, attempts from messages where gift_card_id = (select max(id) from gift_cards where send_at < $1)';
      return (await shop.context.database.query(text, ['2026-11-02T01:45:00Z'])).rows.map(({ state }) => state);
    };
    const failures = () =>
      shop.context.services.map((line) => line()).find((one) => one.service === 'messages')?.failed;
    const before = failures();
    await shop.moveTo('2026-11-02T01:31:00.000Z');
    const over = async () => {
      const now = await states();
      return now.length === 2 && now.every((state) => ['sent', 'delivered', 'unknown'].includes(state));
    };
    const waits = async () => failures() !== before && (await states()).every((state) => state === 'queued');
    await until(async () => (await over()) || (await waits()));
    if (!(await over())) {
      await proxy.set('works');
      await until(over);
      return 'later';
    }
    return (await states()).includes('unknown') ? 'later' : 'works';
  },
  async receipt({ shop, proxy, service }) {
    if (service !== 'mail') return 'works';
    const states = async () =>
      (
        await shop.context.database.query("select state from messages where purpose = 'receipt' order by order_id")
      ).rows.map(({ state }) => state);
    const over = async () => (await states()).every((state) => state === 'sent');
    const tried = () => shop.context.services.some((line) => line().service === 'mail' && line().failed > 0);
    await until(async () => (await over()) || tried());
    if (await over()) return 'works';
    await proxy.set('works');
    await until(over);
    return 'later';
  },
};
