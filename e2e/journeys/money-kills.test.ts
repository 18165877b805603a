import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it as test, vi } from 'vitest';
import { createContext } from '#server/bootstrap.ts';
import type { Context } from '#server/context.ts';
import { openCard } from '#server/gift-cards/ledger/card-secrets.ts';
import { makeCounterKey } from '#server/sellers/counter/counter-keys.ts';
import { readSettings } from '#server/settings.ts';
import { fillCart, home, pay, signIn, type TestCustomer } from '#test/support/customer.ts';
import { databaseKinds, openTestPostgres } from '#test/support/database.ts';
import { brokenInvariants, WATCH_STATUSES } from '#test/support/ledger-invariants.ts';
import { isSimple, putInCart, someTile } from '../steps/catalogue.ts';
import { demoCard } from '../steps/demo-card.ts';
import { dataFolder, type RunningServer, startServer } from '../steps/server.ts';
import { startTool } from '../steps/tool.ts';

const NOON = '2026-11-02T01:00:00Z';
const SOON = { timeout: 90_000, interval: 300 };
const KILLS = 4;
const TILLS = 4;
/** Tills take the first ones, orders the last ones; two are taken by both. */
const CARDS = 6;
const TAKEN = { till: 4, shop: 4 };
const MANY = '100000';

type Answer = { status: number; body: Record<string, unknown> };

describe.each(databaseKinds().filter((kind) => kind === 'postgres'))(
  'two server processes that take gift cards on %s',
  () => {
    let postgres: Awaited<ReturnType<typeof openTestPostgres>>;
    let folder: ReturnType<typeof dataFolder>;
    let servers: RunningServer[] = [];
    let context: Context;
    const env = () => ({
      ...{ WEB: 'none', HUMAN_CHECK: 'none', CLOCK: 'movable', CLOCK_FROM: NOON, LOG_LEVEL: 'fatal' },
      ...{ SESSION_SECRET: 'a secret that every server of this shop has', DATA_DIR: folder.path },
      ...{ APPROVAL_MISMATCH: 'off', APPROVAL_MAX_TOTAL: MANY, APPROVAL_FIRST_ORDER_MAX: MANY },
      ...{ APPROVAL_ORDERS_PER_HOUR: MANY, PUBLIC_URL: 'http://shop.test', DATABASE_URL: postgres.databaseUrl },
    });
    const query = async (text: string) => (await postgres.database.query(text)).rows;

    beforeEach(async () => {
      postgres = await openTestPostgres();
      folder = dataFolder();
      servers = [await startServer(env())];
      servers.push(await startServer(env()));
      context = (await createContext(readSettings({ NODE_ENV: 'test', ...env() }), postgres.database)).context;
      await postgres.database.exclusive((connection) => connection.exec(WATCH_STATUSES));
    });
    afterEach(async () => {
      await context.jobs.stop();
      for (const server of servers) await server.stop();
      await postgres.database.close();
      folder.remove();
    });

    /** As whatever supervises a server would: one that does not come up on a busy machine is started again. */
    const supervised = () => startServer(env()).catch(() => startServer(env()));
    const anyServer = (): RunningServer => {
      const server = servers[Math.floor(Math.random() * servers.length)];
      if (!server) throw new Error('No server runs.');
      return server;
    };
    /** Until one answers: whoever got none sends the same again, to whichever server lives. */
    async function untilAnswered<T>(work: (server: RunningServer) => Promise<T>, isAnswer: (answer: T) => boolean) {
      for (let tries = 0; ; tries += 1) {
        const answer = await work(anyServer()).catch(() => null);
        if (answer !== null && isAnswer(answer)) return answer;
        if (tries === 200) throw new Error('Nobody answered.');
        await sleep(100);
      }
    }
    const counterCall = (key: string, path: string, body: object): Promise<Answer> => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const sent = {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify(body),
      };
      return untilAnswered(
        async ({ url }) => {
          const answer = await fetch(`${url}/rest/default/V1/seller/giftcards/${path}`, sent);
          return { status: answer.status, body: await answer.json() };
        },
        ({ status }) => status < 500,
      );
    };

    async function sellCards(customer: TestCustomer) {
      const server = anyServer();
      // Enough for every order.
      await query(`update variants set price_cents = 50000 where max_price_cents is null
        and product_id in (select id from products where is_giftcard)`);
      const card = await demoCard(server.send, customer, {
        ...{ at: '2026-11-05 12:00:00', zone: 'Australia/Sydney', to: '0491570156' },
      });
      await fillCart(server.send, customer, Array(CARDS).fill(card));
      expect((await pay(server.send, customer, 'pm_card_visa')).status).toBe(200);
      const sold = await query(
        `select c.sealed, s.name, s.shop_url as "shopUrl" from gift_cards c join sellers s on s.id = c.seller_id`,
      );
      return sold.map(({ sealed, ...seller }) => ({ ...seller, ...openCard(context.secrets, sealed) }));
    }

    test('lose nothing and do nothing twice, whenever one of them is killed', async () => {
      const first = anyServer();
      const customers = [
        await signIn(first.send, first.phone, '+61412345678'),
        await signIn(first.send, first.phone, '+61412345679'),
      ] as const;
      const cards = await sellCards(customers[0]);
      const [seller] = cards;
      const goods = await someTile(
        first,
        (tile) => isSimple(tile) && tile.seller_name === seller?.name && tile.qty > 9,
      );
      await query('update variants set qty = 100000');
      const key = (await makeCounterKey(context, { shopUrl: String(seller?.shopUrl), name: 'Till' }))?.key ?? '';
      let over = false;
      const redeemed = new Map<string, { cents: number; reversed: number }>();
      const orders = new Set<number>();

      const till = async (at: number) => {
        for (let sale = 0; !over; sale += 1) {
          const { code, pin } = cards[(at + sale) % TAKEN.till] as (typeof cards)[number];
          const cents = 1 + ((at * 7 + sale) % 20);
          const { status, body } = await counterCall(key, 'redeem', {
            code,
            pin: pin ?? undefined,
            amount: cents / 100,
          });
          if (status !== 200) {
            await sleep(50);
            continue;
          }
          const id = String(body.redemption);
          expect(redeemed.has(id)).toBe(false);
          redeemed.set(id, { cents, reversed: 0 });
          if (sale % 3 > 0) continue;
          const back = await counterCall(key, `redemptions/${id}/reverse`, { reason: 'brought back', amount: 0.01 });
          if (back.status === 200) redeemed.set(id, { cents, reversed: 1 });
        }
      };
      const placing = async (customer: TestCustomer, at: number) => {
        const { token } = customer;
        for (let order = 0; !over; order += 1) {
          const { code, pin } = cards[CARDS - 1 - ((at + order) % TAKEN.shop)] as (typeof cards)[number];
          const gift_cards = { gift_cards: [code], extension_attributes: pin ? { pin } : {} };
          const filled = await untilAnswered(
            async (server) => {
              await fillCart(server.send, customer, []);
              await putInCart(server, customer, { sku: goods.sku, qty: 1 });
              return server.send('POST carts/mine/giftCards', { token, body: { giftCardAccountData: gift_cards } });
            },
            ({ status }) => status < 500,
          );
          if (filled.status !== 200) {
            await sleep(50);
            continue;
          }
          const paymentMethod = { method: 'stripe_payments', additional_data: { cc_stripejs_token: 'pm_card_visa' } };
          const paid = await untilAnswered(
            (server) =>
              server.send('POST carts/mine/payment-information', {
                token,
                body: { billingAddress: home, paymentMethod },
              }),
            ({ status }) => status < 500,
          );
          if (paid.status === 200) orders.add(Number(paid.body));
        }
      };
      const killer = async () => {
        for (let kill = 0; kill < KILLS; kill += 1) {
          await sleep(500 + Math.random() * 1_500);
          const [killed] = servers.splice(kill % 2, 1);
          await killed?.kill();
          servers.push(await supervised());
        }
        over = true;
      };
      const work = [killer(), ...Array.from({ length: TILLS }, (_, at) => till(at)), ...customers.map(placing)];
      await Promise.all(work).finally(() => {
        over = true;
      });
      expect(redeemed.size).toBeGreaterThan(KILLS);
      expect(orders.size).toBeGreaterThan(1);

      const refunded = [...orders].slice(0, 3);
      await Promise.all(refunded.map((id, at) => refundTwice(id, 400 * at)));

      // What dead processes had in hand is finished by the next ones.
      for (const server of servers) await server.moveTo('2026-11-02T01:20:00Z');
      await vi.waitFor(async () => {
        expect(
          await query(`select id from orders where status = 'pending'
          union all select id from refunds where state = 'queued' union all select id from gift_card_holds where state = 'held'`),
        ).toEqual([]);
      }, SOON);
      expect(await brokenInvariants((text) => postgres.database.query(text))).toEqual([]);
      const kept = await query(
        `select public_id as id, amount_cents as cents, reversed_cents as reversed from gift_card_redemptions where channel = 'api'`,
      );
      expect(new Map(kept.map(({ id, ...amounts }) => [id, amounts]))).toEqual(redeemed);
      const placed = (await query(`select id from orders where number is not null`)).map(({ id }) => Number(id));
      expect(placed).toEqual(expect.arrayContaining([...orders]));
      const back = await query(
        `select order_id as id, sum(amount_cents)::int as cents from refunds where reason like 'twice%' and state <> 'failed' group by 1`,
      );
      expect(back).toHaveLength(refunded.length);
      expect(back).toEqual(expect.arrayContaining(refunded.map((id) => ({ id, cents: 150 }))));
    }, 240_000);

    /** An operator's refund whose process is killed, at any time, and that is requested again. */
    async function refundTwice(orderId: number, afterMs: number): Promise<void> {
      const [order] = await query(`select number from orders where id = ${orderId}`);
      const words = ['refund', String(order.number).padStart(9, '0'), '--amount', '1.50', '--note', 'twice'] as const;
      const first = startTool(env(), 'orders', ...words);
      await sleep(800 + afterMs + Math.random() * 1_000);
      first.child.kill('SIGKILL');
      await first.ended;
      const again = await startTool(env(), 'orders', ...words).ended;
      expect(again).toMatchObject({ status: 0, stderr: '' });
    }
  },
);
