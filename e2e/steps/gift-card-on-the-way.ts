import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { prepareDemoCard } from './demo-card.ts';
import { createLocalCard } from './local-card.ts';
import { type Opening, type OwnShop, setUpShop } from './own-shop.ts';
import { fillRecipient, type RecipientNames } from './shop.ts';
import { type Session, signInCustomer } from './signed-in.ts';

export const KEY = 'aaaaaaaa-0000-4000-8000-000000000001';
export const ADD = `/giftcard/add/${KEY}`;
export const TEMPLATES = `/giftcard/mmstemplates/${KEY}/${KEY}`;
export const SCHEDULE = `/giftcard/schedule/${KEY}/${KEY}`;
export const PREVIEW = `/giftcard/sendnoworschedule/${KEY}/${KEY}`;

export const recipient = { firstname: 'Zoe', lastname: 'Hart', mobile: '0491570110' };
export const words = { picture: 'Well done, Zoe!', text: 'Have a day out.' };

export type StoredCard = Record<string, unknown>;
type Template = { id: number; mms_template_id: string; mms_template_url: string };
type OnTheWay = {
  shop: OwnShop;
  fixture: { customer: Session; productId: number; detailsId: number; templates: Template[] };
  open(path: string, changes?: StoredCard, opening?: Opening): Promise<Page>;
};

const AT = '2026-11-20 09:30:00';

export function setUpGiftCardFlow(): OnTheWay {
  const shop = setUpShop();
  const fixture = {} as OnTheWay['fixture'];
  let completeCard: StoredCard;

  beforeAll(async () => {
    const { send } = shop.server();
    const customer = await signInCustomer(shop.server());
    completeCard = await createLocalCard(send, customer, { scheduledAt: AT, complete: true });
    const cardInput = await prepareDemoCard(send, customer, {
      scheduledAt: AT,
      zone: 'Australia/Sydney',
      to: '0491570157',
    });
    const { productId } = cardInput;
    const { detailsIds } = await fillCart(send, customer, [cardInput]);
    expect((await pay(send, customer, 'pm_card_visa')).status).toBe(200);
    const query = { product_id: productId };
    const { body } = await send('GET mobiledigital/getgiftcardmmstemplates', { token: customer.token, query });
    Object.assign(fixture, { customer, productId, detailsId: detailsIds[0] ?? 0, templates: body.data });
  });

  const open = (path: string, changes: StoredCard = {}, opening: Opening = {}) =>
    shop.open(path, { as: fixture.customer, ...opening, giftCards: { [KEY]: { ...completeCard, ...changes } } });
  return { shop, fixture, open };
}

export async function walkGiftCardSteps(
  page: Page,
  to: RecipientNames,
  messages: { picture: string; text: string },
): Promise<void> {
  await page.waitForURL('**/giftcard/add/*');
  await fillRecipient(page, to, messages);
  await continueButton(page).click();
  await page.waitForURL('**/giftcard/mmstemplates/*/*');
  // Waits for the heading: the URL changes before the page renders, and the previous step has the same button.
  await heading(page, /gift wrapped/).waitFor();
  await continueButton(page).first().click();
  await page.waitForURL('**/giftcard/schedule/*/*');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL('**/giftcard/sendnoworschedule/*/*');
  await page.getByRole('link', { name: 'Continue', exact: true }).click();
  await page.waitForURL('**/checkout');
}

export const readStoredCards = (page: Page): Promise<Record<string, StoredCard>> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('gift-card-details') ?? '{}'));
export const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
export const continueButton = (page: Page): Locator => page.getByRole('button', { name: 'Continue', exact: true });
export const spinner = (page: Page, name: string): Locator => page.getByRole('spinbutton', { name });
