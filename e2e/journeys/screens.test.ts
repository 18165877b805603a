import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Category } from '#contract/catalogue.ts';
import { fillCart, pay } from '#test/support/customer.ts';
import { axeViolations } from '../steps/axe.ts';
import { openBrowser, PHONE, visit, WIDE } from '../steps/browser.ts';
import { demoCard } from '../steps/demo-card.ts';
import { putOn } from '../steps/gallery.ts';
import { localCard } from '../steps/local-card.ts';
import { dataFolder, type RunningServer, startServer } from '../steps/server.ts';
import { asCustomer, customerOf, type Session } from '../steps/signed-in.ts';

const NOW = '2026-11-02T01:00:00Z';
const completeCard = 'aaaaaaaa-0000-4000-8000-000000000001';
const lacking = 'aaaaaaaa-0000-4000-8000-000000000002';

const sizes = [
  { name: 'phone', size: PHONE },
  { name: 'wide', size: WIDE },
];

/**
 * Requests of a screen that is opened by its address: the page, its files and calls, late ones too; not its pictures,
 * and once what it asks again and again.
 */
const MOST_REQUESTS: Record<string, number> = {
  browse: 21,
  category: 21,
  product: 22,
  goods: 23,
  recipient: 31,
  templates: 31,
  schedule: 29,
  preview: 32,
  checkout: 40,
  orders: 34,
  order: 37,
  card: 26,
  phone: 21,
};

describe.each(['giftcard', 'product'] as const)('every screen of the journey in the %s store', (brand) => {
  let browser: Browser;
  let server: RunningServer;
  let customer: Session;
  let giftCards: Record<string, object>;
  let paths: Record<string, string>;
  let removeData: () => void;

  beforeAll(async () => {
    const folder = dataFolder();
    removeData = folder.remove;
    server = await startServer({ DATA_DIR: folder.path, DATABASE_URL: '', BRAND: brand, HUMAN_CHECK: 'none' });
    await server.moveTo(NOW);
    customer = await customerOf(server);
    const cardInput = await demoCard(server.send, customer, {
      at: '2026-11-02 12:00:00',
      zone: 'Australia/Sydney',
      to: '0491570157',
    });
    await fillCart(server.send, customer, [cardInput]);
    await pay(server.send, customer, 'pm_card_visa');
    giftCards = {
      [completeCard]: await localCard(server.send, customer, { at: '2026-11-20 09:30:00', complete: true }),
      [lacking]: await localCard(server.send, customer, { at: '2026-11-20 09:30:00', complete: false }),
    };
    paths = {
      browse: '/browse',
      category: await categoryPath(server),
      product: `/product/${cardInput.productId}`,
      goods: await goodsPath(server),
      recipient: `/giftcard/add/${completeCard}`,
      templates: `/giftcard/mmstemplates/${completeCard}/${completeCard}`,
      schedule: `/giftcard/schedule/${completeCard}/${completeCard}`,
      preview: `/giftcard/sendnoworschedule/${completeCard}/${completeCard}`,
      checkout: '/checkout',
      orders: '/account/orders',
      order: '/account/order/1',
      phone: '/phone?to=%2B61491570157',
      card: await cardPath(server),
    };
    browser = await openBrowser();
  });
  afterAll(async () => {
    await server.stop();
    removeData();
  });

  test.each(sizes)(
    'has no accessibility violation, light and dark, no noise and few requests: $name [RT-01]',
    { timeout: 240_000 },
    async ({ size }) => {
      const visitor = await visit(browser, { url: server.url, size, now: NOW });
      await asCustomer(visitor.context, customer, { now: NOW, giftCards });
      const errors: string[] = [];
      const requests = new Set<string>();
      visitor.page.on('request', (request) => {
        // The one before may still ask until the next page does.
        if (request.isNavigationRequest()) requests.clear();
        if (request.resourceType() !== 'image') requests.add(`${request.method()} ${request.url()}`);
      });
      for (const [screen, path] of Object.entries(paths)) {
        await visitor.page.goto(path);
        await visitor.page.getByRole('heading', { level: 1 }).first().waitFor();
        await visitor.page.waitForLoadState('networkidle');
        expect(new URL(visitor.page.url()).pathname).toBe(new URL(path, server.url).pathname);
        if (!(requests.size <= (MOST_REQUESTS[screen] ?? 0))) errors.push(`${screen} makes ${requests.size} requests`);
        const wider = await visitor.page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        if (wider > 0) errors.push(`${screen} is ${wider} px wider than the screen`);
        // The product store draws the same elements in its own words and colours.
        const light = await axeViolations(visitor.page, { colours: brand === 'product' });
        await putOn(visitor.page, 'dark');
        // Another scheme changes colours and nothing else.
        const dark = await axeViolations(visitor.page, { colours: true });
        await putOn(visitor.page, 'light');
        errors.push(...[...light, ...dark].map((violation) => `${screen}: ${violation}`));
      }
      expect(errors).toEqual([]);
      expect(visitor.noise).toEqual([]);
      await visitor.close();
    },
  );
});

async function categoryPath(server: RunningServer): Promise<string> {
  const { body } = await server.send('GET mobiledigital/categories');
  const [first] = body.data as Category[];
  return `/category/${first?.entity_id}`;
}

async function goodsPath(server: RunningServer): Promise<string> {
  for (let page = 1; page < 10; page += 1) {
    const { body } = await server.send('GET mobiledigital/browseProducts', { query: { page } });
    const goods = body.data.find((tile) => !tile.is_giftcard && tile.type_id === 'configurable');
    if (goods) return `/product/${goods.id}`;
  }
  throw new Error('The shop has no goods.');
}

async function cardPath(server: RunningServer): Promise<string> {
  for (let tries = 0; tries < 150; tries += 1) {
    const text = (await server.phone('+61491570157')).find((message) => message.kind === 'sms');
    if (text) return new URL(/http\S+/.exec(text.text)?.[0] ?? '').pathname;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('The gift card did not arrive.');
}
