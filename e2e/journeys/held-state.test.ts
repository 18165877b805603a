import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CallName } from '#contract/calls.ts';
import { fillCart, pay } from '#test/support/customer.ts';
import { holdCall } from '../steps/calls.ts';
import { demoCard } from '../steps/demo-card.ts';
import { localCard } from '../steps/local-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';
const AT = '2026-11-20 09:30:00';

describe('what was fetched once is held in state', () => {
  const shop = ownShop();
  let customer: Session;
  let card: Record<string, unknown>;
  let orderId: number;

  beforeAll(async () => {
    const server = shop.server();
    customer = await customerOf(server);
    card = await localCard(server.send, customer, { at: AT, complete: true });
    const cardInput = await demoCard(server.send, customer, { at: AT, zone: 'Australia/Sydney', to: '0491570157' });
    await fillCart(server.send, customer, [cardInput]);
    expect((await pay(server.send, customer, 'pm_card_visa')).status).toBe(200);
    const { body } = await server.send('GET mobiledigital/orders', { token: customer.token });
    orderId = body.orders[0]?.id ?? 0;
  });

  const open = (path: string): Promise<Page> => shop.open(path, { as: customer, giftCards: { [KEY]: card } });

  test.each([
    ['saved_cards', '/account/savedcards', 'GET mobiledigital/savedcards', /4242/],
    ['addresses', '/account/addressinformation', 'GET customers/me', /12 Fig Street/],
    ['orders', '/account/orders', 'GET mobiledigital/orders', /^000000001$/],
    ['order', '/account/order/{id}', 'GET mobiledigital/order', /Shipping address/],
    ['mms_templates', `/giftcard/mmstemplates/${KEY}/${KEY}`, 'GET mobiledigital/getgiftcardmmstemplates', null],
  ] as [string, string, CallName, RegExp | null][])(
    '%s: the screen %s is whole again while its call waits [EN-55]',
    async (_name, path, call, words) => {
      const page = await open(path.replace('{id}', String(orderId)));
      const shown = words
        ? page.getByRole('main').getByText(words).first()
        : page.getByRole('button', { name: 'Continue', exact: true }).first();
      await shown.waitFor();
      await page.waitForLoadState('networkidle');
      await page.getByRole('link', { name: 'Privacy Policy' }).click();
      await page.waitForURL('**/privacy');
      const release = await holdCall(page, call);
      await page.goBack();
      await shown.waitFor();
      release();
    },
  );

  test('shipping methods and shipping information: checkout is whole again while its calls wait [EN-55]', async () => {
    const page = await open('/checkout');
    const toPay = page.locator('[data-to-pay]', { hasText: '$' });
    await toPay.waitFor();
    const [amount, address] = [await toPay.textContent(), page.locator('[data-selected-address]')];
    expect(await address.textContent()).toContain('12 Fig Street');
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await page.getByRole('link', { name: 'Browse', exact: true }).click();
    await page.waitForURL('**/browse');
    const calls = ['GET mobiledigital/shippingmethods', 'GET carts/mine', 'POST carts/mine'] as const;
    const releases = await Promise.all(calls.map((call) => holdCall(page, call)));
    await page.goBack();
    await toPay.waitFor();
    expect([await toPay.textContent(), (await address.textContent())?.includes('12 Fig Street')]).toEqual([
      amount,
      true,
    ]);
    for (const release of releases) release();
  });
});
