import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAxeViolations } from '../steps/axe.ts';
import { watchCalls } from '../steps/calls.ts';
import { createLocalCard } from '../steps/local-card.ts';
import { setUpShop } from '../steps/own-shop.ts';
import { confirmButton, typeCard, waitForOrderNumber } from '../steps/pay.ts';
import { type Session, signInCustomer } from '../steps/signed-in.ts';

const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';
const PREVIEW = `/giftcard/sendnoworschedule/${KEY}/${KEY}`;
const SAVE = 'POST mobiledigital/savegiftcardrecipients';

const good = Array.from({ length: 30 }, (_, index) => `Jürgen${index};Groß;4915701${String(index).padStart(2, '0')}`);
const rows = [
  'Vorname;Nachname;Handy',
  ...good.with(3, ';Groß;491570103').with(6, 'Ida;Groß;12'),
  'Uwe;Groß;0491570100',
];
const file = { name: 'Team.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\r\n'), 'latin1') };

describe('gift cards for recipients in a file', () => {
  const limits = { APPROVAL_MAX_TOTAL: '100000', APPROVAL_FIRST_ORDER_MAX: '100000', APPROVAL_GIFTS_PER_DAY: '0' };
  const shop = setUpShop(limits);
  let customer: Session;
  let card: Record<string, unknown>;

  beforeAll(async () => {
    customer = await signInCustomer(shop.server());
    card = await createLocalCard(shop.server().send, customer, { scheduledAt: '2026-11-20 09:30:00', complete: true });
  });

  const line = (page: Page, number: number) => page.getByRole('group', { name: `Row ${number}`, exact: true });

  it('lets the customer correct rows of the file, pay once and follow all gift cards', async () => {
    const page = await shop.open(PREVIEW, { as: customer, giftCards: { [KEY]: card } });
    const calls = watchCalls(page);
    const code: string[] = [];
    page.on('request', (request) => code.push(request.url()));
    const loaded = (name: string) => code.some((url) => url.includes(`/assets/${name}`));
    await page.getByRole('button', { name: 'Add from a file' }).click();
    await page.getByRole('heading', { name: 'Add people from a file' }).waitFor();
    expect([loaded('file-sheet'), loaded('read-recipients')]).toEqual([true, false]);
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByLabel(/^Choose a file/).setInputFiles(file);
    await page.getByText('28 people are ready. 3 rows need fixing.').waitFor();
    expect(loaded('read-recipients')).toBe(true);
    expect(await findAxeViolations(page)).toEqual([]);

    await page.getByText('Fix these rows, or skip them.').waitFor();
    await page.getByRole('button', { name: 'Fix 3 rows first' }).click();
    await line(page, 5).getByLabel('Firstname').fill('Jörg');
    await line(page, 8).getByLabel('Mobile').fill('0491 570 106');
    await line(page, 32).getByText('Row 2 has this number too.').waitFor();
    await line(page, 32).getByRole('button', { name: 'Skip' }).click();
    await page.getByRole('button', { name: 'Add 30 people' }).click();
    await page.getByText('Jürgen0 Groß, Jürgen1 Groß, Jürgen2 Groß and 27 more').waitFor();

    const total = `$${(Number(card.price) * 31).toLocaleString('en-AU', { minimumFractionDigits: 2 })}`;
    await page.getByText(`31 cards, ${total}`).waitFor();
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await page.waitForURL('**/checkout');
    await page.getByText('GiftCard x 31').waitFor();
    await page.getByText('and 30 more').waitFor();
    await typeCard(page);
    await confirmButton(page).click();
    const number = await waitForOrderNumber(page);
    expect(calls.names.filter((name) => name === SAVE || /payment-information|carts\/mine\/items/.test(name))).toEqual([
      SAVE,
      'POST carts/mine/payment-information',
    ]);
    const ledger = await fetch(`${shop.server().url}/sandbox/payments?order_id=${number}`);
    expect(await ledger.json()).toMatchObject([{ amount: Number(card.price) * 31, status: 'succeeded' }]);

    await page.getByText('and 21 more').waitFor();
    await page.getByRole('link', { name: 'View Order' }).click();
    await page.getByText('31 gift cards still to go out').first().waitFor();
    await page.getByText('and 21 more').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('For Jörg Groß', { exact: true }).waitFor();
    expect(await page.getByRole('region', { name: 'Items' }).locator('[data-card-state]').count()).toBe(31);
    expect(await findAxeViolations(page)).toEqual([]);
  });
});
