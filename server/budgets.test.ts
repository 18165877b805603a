import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CallName } from '#contract/calls.ts';
import { cardOf25, fillCart, pay, signIn } from '#test/support/customer.ts';
import { databaseKinds } from '#test/support/database.ts';
import { manyNumber, sellManyCards } from '#test/support/many-cards.ts';
import { countSent } from '#test/support/round-trips.ts';
import { openTestShop, type Send, type TestShop } from '#test/support/shop.ts';
import { testShop } from '#test/support/test-catalogue.ts';
import { messagePurposes } from './domain/message-purposes.ts';
import { dispatchMessages } from './platform/messaging/dispatcher.ts';
import type { Handed, OutgoingMessage } from './platform/ports/messages.ts';

/** The number of statements, round trips (PostgreSQL only) and rows. */
type Cost = readonly [number, number, number];

/**
 * Lower a number when a change saves work, and explain each increase. The sandbox payment provider causes 7 statements
 * and 6 round trips of an order.
 */
describe.each(databaseKinds())('database cost of calls on %s', (kind) => {
  let shop: TestShop;
  beforeAll(async () => {
    shop = await openTestShop(kind, { fresh: true });
    shop.context.changes.sessions.isCurrent = () => true;
  });
  afterAll(() => shop.close());

  const openAll = () => Promise.all(Array.from({ length: 10 }, () => shop.stored.count('callCounts')));
  const measureCost = async <Answer extends { status: number }>(
    work: () => Promise<Answer>,
  ): Promise<[Answer, Cost]> => {
    if (kind === 'postgres') await openAll();
    let answer: Answer | undefined;
    const { statements, roundTrips, rows } = await countSent(async () => {
      answer = await work();
    });
    expect(answer).toMatchObject({ status: 200 });
    return [answer as Answer, [statements.length, roundTrips, rows]];
  };

  const withinBudget = ([statements, roundTrips, rows]: Cost) =>
    kind === 'postgres' ? [statements, roundTrips, rows] : [statements, expect.any(Number), rows];

  it('stays within the database budget for signing in, filling a cart and buying a gift card with a saved card', async () => {
    const costs: Partial<Record<CallName, Cost>> = {};
    const counted: Send = async (call, options) => {
      const [answer, cost] = await measureCost(() => shop.send(call, options));
      costs[call] = cost;
      return answer;
    };
    const customer = await signIn(counted, shop.phone, '+61412345678');
    await fillCart(shop.send, customer, [cardOf25]);
    await pay(shop.send, customer, 'pm_card_visa:visa:4242');
    await fillCart(counted, customer, [cardOf25]);
    await pay(counted, customer, 'pm_card_visa:visa:4242');
    await counted('GET mobiledigital/orders', { token: customer.token });
    const budgets: typeof costs = {
      'GET carts/mine': [3, 1, 2],
      'GET customers/me': [1, 1, 1],
      'GET mobiledigital/orders': [5, 3, 6],
      'GET mobiledigital/shippingmethods': [3, 1, 2],
      'POST carts/mine': [5, 3, 1],
      'POST carts/mine/items': [7, 2, 3],
      'POST carts/mine/payment-information': [56, 17, 38],
      'POST carts/mine/shipping-information': [6, 3, 1],
      'POST mobiledigital/auth': [8, 4, 4],
      'POST mobiledigital/clearcart': [5, 2, 1],
      'POST mobiledigital/confirmmobilecode': [6, 4, 3],
      'POST mobiledigital/createAccount': [9, 8, 5],
      'POST mobiledigital/savegiftcarddetails': [6, 5, 3],
      'POST mobiledigital/savegiftcardmmstemplate': [9, 8, 4],
      'POST mobiledigital/savegiftcardscheduleddate': [7, 6, 2],
      'POST mobiledigital/sendmobilecode': [13, 7, 7],
    };
    const expected = Object.entries(budgets).map(([call, cost]) => [call, withinBudget(cost)]);
    expect(costs).toEqual(Object.fromEntries(expected));
  });

  it.each<[string, string, Cost]>([
    ['a product list', 'mobiledigital/browseProducts?page=1', [1, 1, 6]],
    ['a product', `mobiledigital/product?product_id=${testShop.products.teapot}`, [2, 1, 2]],
  ])('stays within the database budget for %s when the response is not cached', async (_what, path, cost) => {
    const read = async () => ({ status: (await shop.app.inject({ url: `/rest/default/V1/${path}` })).statusCode });
    expect((await measureCost(read))[1]).toEqual(withinBudget(cost));
  });

  it('issues and delivers gift cards without a separate SQL statement for each card', async () => {
    const { context } = shop;
    const send = async ({ ref }: OutgoingMessage): Promise<Handed> => ({ state: 'sent', providerId: ref });
    context.integrations.messages = { ...context.integrations.messages, send };
    const deliver = async (): Promise<number> => {
      const queued = await shop.stored.all('messages', { state: 'queued', purpose: 'gift' });
      const jobs = queued.map(({ id }) => ({ messageId: id, last: false }));
      return (await countSent(() => dispatchMessages(context, messagePurposes, jobs))).statements.length;
    };
    await deliver();
    await deliver();
    const costs: number[][] = [];
    for (const count of [3, 40]) {
      const when = { scheduledAt: '2026-11-02 12:00:00', zone: 'Australia/Sydney' };
      const cards = Array.from({ length: count }, (_, index) => ({ to: manyNumber(index), ...when }));
      const issued = await countSent(() => sellManyCards(context, cards));
      costs.push([issued.statements.length, await deliver(), await deliver()]);
    }
    const [smallBatchCosts = [], largeBatchCosts = []] = costs;
    for (const [index, statements] of largeBatchCosts.entries())
      expect(statements - (smallBatchCosts[index] ?? 0)).toBeLessThan(37);
  });
});
