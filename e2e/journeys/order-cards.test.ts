import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { axeViolations } from '../steps/axe.ts';
import { answerCall, watchCalls } from '../steps/calls.ts';
import { demoCard } from '../steps/demo-card.ts';
import { ownShop, SHOP_DAY } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const spaced = (mobile: string) => mobile.replace(/^(\d{4})(\d{3})/, '$1 $2 ');
const later = (minutes: number) => new Date(Date.parse(SHOP_DAY) + minutes * 60_000).toISOString();

describe('the gift cards of an order', () => {
  const shop = ownShop();
  let customer: Session;
  let now: string;
  let recipients = 0;
  /** A number nobody has sent to yet, also when a test is tried again. */
  const recipient = () => {
    recipients += 1;
    return `04915702${String(recipients).padStart(2, '0')}`;
  };
  const e164 = (mobile: string) => `+61${mobile.slice(1)}`;

  beforeAll(async () => {
    customer = await customerOf(shop.server());
  });

  /** Pays for one card; returns the order's id. */
  async function buy(at: string, to: string): Promise<number> {
    const { send } = shop.server();
    const cardInput = await demoCard(send, customer, { at, zone: 'Australia/Sydney', to });
    await fillCart(send, customer, [cardInput]);
    const paid = await pay(send, customer, 'pm_card_visa');
    expect(paid.status).toBe(200);
    return paid.body;
  }
  async function messages(to: string, count: number): Promise<string[]> {
    for (let tries = 0; tries < 150; tries += 1) {
      const cardMessages = (await shop.server().phone(e164(to))).filter(({ purpose }) => purpose === 'gift');
      if (cardMessages.length >= count) return cardMessages.map(({ text }) => text);
      await sleep(100);
    }
    throw new Error(`Fewer than ${count} messages at ${to}.`);
  }
  const linkIn = (texts: string[]): string => /\/card\/[\w-]+/.exec(texts.join(' '))?.[0] ?? '';
  /** The order page with the phone's clock at the server's. */
  async function order(id: number, at: string = now): Promise<{ page: Page; item: Locator }> {
    const page = await shop.enter({ as: customer, expected: /404.*\/card\// });
    await page.clock.setSystemTime(new Date(at));
    await page.goto(`/account/order/${id}`);
    const item = page.getByRole('region', { name: 'Items' }).getByRole('listitem').first();
    await item.waitFor();
    return { page, item };
  }

  test('the state of the order stands in one place, however long its words are', async () => {
    const id = await buy('2026-11-20 09:30:00', recipient());
    const placeOf = (words: string, page: Page) =>
      page
        .getByRole('main')
        .locator('span.rounded-card', { hasText: words })
        .evaluate((chip) => {
          const { left, top } = chip.getBoundingClientRect();
          return [left, top];
        });
    const { page } = await order(id, SHOP_DAY);
    const paid = await placeOf('Paid', page);
    const { send } = shop.server();
    const { body } = await send('GET mobiledigital/order', { token: customer.token, query: { order_id: String(id) } });
    const data = body.data?.replace('"status":"approved"', '"status":"held"');
    await answerCall(page, 'GET mobiledigital/order', { body: { ...body, data } });
    await page.reload();
    await page.getByText('Being checked').waitFor();
    expect(await placeOf('Being checked', page)).toEqual(paid);
  });

  test('a card that waits can be changed until it goes out, and says when that is', async () => {
    now = SHOP_DAY;
    const id = await buy('2026-11-20 09:30:00', recipient());
    const { page, item } = await order(id);
    await item.getByText('Goes out Fri 20 Nov 2026, 9:30 am Sydney time').waitFor();
    expect(await item.getByRole('button').count()).toBe(0);
    await item.getByRole('link', { name: 'Change the gift card for Mia Tran' }).click();
    await page.waitForURL('**/giftcard/edit/*');
  });

  test('a card that went to a wrong number goes to the right one, and the link sent before is dead', async () => {
    const [wrong, right] = [recipient(), recipient()];
    const id = await buy('2026-11-02 11:00:00', wrong);
    const old = linkIn(await messages(wrong, 2));
    const { page, item } = await order(id);
    await item.getByText(/^Delivered Mon 2 Nov 2026/).waitFor();
    await item.getByText(/You can send it again from/).waitFor();
    expect(await item.getByRole('button', { name: /Send again/ }).count()).toBe(0);
    expect(await axeViolations(page)).toEqual([]);
    const calls = watchCalls(page);
    await item.getByRole('button', { name: /Correct the number/ }).click();
    const sheet = page.getByRole('dialog', { name: 'Correct the number' });
    const field = sheet.getByLabel('Recipient’s mobile');
    expect([await field.inputValue(), await field.getAttribute('inputmode')]).toEqual([wrong, 'tel']);
    expect(await axeViolations(page)).toEqual([]);
    const press = sheet.getByRole('button', { name: 'Correct and send' });
    for (const [typed, said] of [
      ['', 'Please enter a mobile'],
      ['04x', 'Please enter a valid mobile'],
      [spaced(wrong), 'This is the number it went to'],
      ['0291234567', 'Please enter a valid mobile'],
    ] as const) {
      await field.fill(typed);
      await press.click();
      await sheet.getByText(said, { exact: true }).waitFor();
      expect(await field.getAttribute('aria-invalid')).toBe('true');
    }
    await field.fill(spaced(right));
    await press.click();
    await sheet.waitFor({ state: 'detached' });
    // On the card's line, not at the top of the page.
    await expect.poll(() => item.evaluate((line) => line.contains(document.activeElement))).toBe(true);
    const fresh = linkIn(await messages(right, 2));
    await item.getByText(spaced(right)).waitFor();
    expect(calls.of('POST mobiledigital/correctgiftcardmobile').at(-1)?.postDataJSON().recipient_mobile).toBe(right);
    expect(await messages(wrong, 2)).toHaveLength(2);
    await page.goto(old);
    await page.getByRole('heading', { name: 'A newer text replaced this link' }).waitFor();
    const opened = page.waitForResponse(/\/cardopened$/);
    await page.goto(fresh);
    await page.getByRole('heading', { name: 'Mia, Wren has a gift for you' }).waitFor();
    await opened;
    // Now it is opened: nothing can be done about it any more.
    await page.goto(`/account/order/${id}`);
    await item.getByText(/^Opened Mon 2 Nov 2026/).waitFor();
    expect(await item.getByRole('button').count()).toBe(0);
  });

  test('after five minutes a card is sent again by its old link; at night it waits for the morning and says so', async () => {
    const to = recipient();
    const id = await buy('2026-11-02 11:00:00', to);
    await messages(to, 2);
    now = later(20);
    await shop.server().moveTo(now);
    const { page, item } = await order(id);
    const again = item.getByRole('button', { name: /Send again/ });
    await again.click();
    const sheet = page.getByRole('dialog', { name: 'Send it again?' });
    await sheet.getByText('It goes out at once.').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Not now' }).click();
    expect(await messages(to, 2)).toHaveLength(2);
    await again.click();
    await sheet.getByRole('button', { name: 'Send again' }).click();
    await sheet.waitFor({ state: 'detached' });
    expect(new Set((await messages(to, 4)).filter(Boolean)).size).toBe(1);
    await item.getByText(/^Delivered/).waitFor();
    now = '2026-11-02T11:00:00Z';
    await shop.server().moveTo(now);
    customer = await customerOf(shop.server());
    await page.clock.setSystemTime(new Date(now));
    await page.evaluate(
      ([token, ttl]) => {
        localStorage.setItem('token', token as string);
        localStorage.setItem('token_ttl', ttl as string);
      },
      [customer.token, String(Date.parse(now) + 3_000_000)],
    );
    await page.reload();
    await again.click();
    await sheet.getByText('We don’t send at night, so it goes out Tue 3 Nov 2026, 6:00 am Sydney time').waitFor();
    await sheet.getByRole('button', { name: 'Send again' }).click();
    await item.getByText('Goes out Tue 3 Nov 2026, 6:00 am Sydney time').waitFor();
  });
});
