import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { localCard } from '../steps/local-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';
const EMPTY = [
  'Please enter a firstname',
  'Please enter a lastname',
  'Please enter a mobile',
  'Please enter a message',
  'Please enter text content',
];

describe('the recipient form', () => {
  const shop = ownShop();
  let customer: Session;
  let card: Record<string, unknown>;

  beforeAll(async () => {
    customer = await customerOf(shop.server());
    const completeCard = await localCard(shop.server().send, customer, { at: '2026-11-20 09:30:00', complete: true });
    card = { ...completeCard, mms_template_id: '', scheduled_delivery: '' };
  });

  async function open(changes: Record<string, string> = {}): Promise<Page> {
    const page = await shop.open(`/giftcard/add/${KEY}`, {
      as: customer,
      giftCards: { [KEY]: { ...card, ...changes } },
    });
    await page.getByLabel('Firstname').waitFor();
    return page;
  }
  const go = (page: Page): Promise<void> => page.getByRole('button', { name: 'Continue', exact: true }).click();
  const errors = (page: Page): Promise<string[]> => page.locator('[data-field-error]').allInnerTexts();

  /** Fills one field wrongly, all others being right, and expects its message. */
  async function rejects(page: Page, label: string, text: string, message: string | RegExp): Promise<void> {
    await page.getByLabel(label).fill(text);
    await go(page);
    await page.locator('[data-field-error]', { hasText: message }).waitFor();
    expect(await errors(page)).toHaveLength(1);
    expect(new URL(page.url()).pathname).toBe(`/giftcard/add/${KEY}`);
  }
  /** Fills one field, all others being right, and expects to get on. */
  async function accepts(page: Page, label: string, text: string): Promise<void> {
    await page.getByLabel(label).fill(text);
    await go(page);
    await page.waitForURL('**/giftcard/mmstemplates/**');
    await page.goBack();
    await page.getByLabel(label).waitFor();
  }

  test.each([
    ['VA-39, VA-41, VA-43', EMPTY.slice(0, 3)],
    ['VA-44, VA-49', EMPTY.slice(3)],
  ])('[%s] asks for everything that is missing', async (_ids, messages) => {
    const parts = ['firstname', 'lastname', 'mobile', 'message'].map((part) => [`recipient_${part}`, '']);
    const page = await open({ ...Object.fromEntries(parts), text_content: ' [gift-card]' });
    await go(page);
    for (const message of messages) await page.getByText(message, { exact: true }).waitFor();
    expect(await errors(page)).toEqual(EMPTY);
  });

  test.each([
    ['VA-40', 'Firstname'],
    ['VA-42', 'Lastname'],
  ])('%s: %s has at most 24 characters', async (_id, label) => {
    const page = await open();
    await rejects(page, label, 'a'.repeat(25), `${label} must be shorter than 25 characters`);
    await accepts(page, label, 'a'.repeat(24));
  });

  test('the image message has at most 50 characters, 50 included [VA-45, VA-46]', async () => {
    const page = await open();
    await rejects(page, 'Image message', 'a'.repeat(51), 'Message must be shorter than 50 characters');
    await accepts(page, 'Image message', 'a'.repeat(50));
  });

  test('the text message has at most 200 characters, and its message says 200 [VA-50, VA-51, VA-52]', async () => {
    const page = await open();
    await rejects(page, 'Text message', 'a'.repeat(201), /200/);
    await accepts(page, 'Text message', 'a'.repeat(200));
    await accepts(page, 'Text message', 'a'.repeat(150));
  });

  test('both messages count what is typed [VA-55, VA-56]', async () => {
    const page = await open();
    await page.getByLabel('Image message').fill('Hello');
    await page.getByText('5/50', { exact: true }).waitFor();
    await page.getByLabel('Text message').fill('Hello');
    await page.getByText('5/200', { exact: true }).waitFor();
  });
});
