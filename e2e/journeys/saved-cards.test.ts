import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { fillCart, pay } from '#test/support/customer.ts';
import { axeViolations } from '../steps/axe.ts';

import { answerCall, watchCalls } from '../steps/calls.ts';
import { demoCard } from '../steps/demo-card.ts';
import { ownShop } from '../steps/own-shop.ts';
import { customerOf, type Session } from '../steps/signed-in.ts';

describe('removing a saved card', () => {
  const shop = ownShop();
  let mobiles = 0;

  /** A customer of this try's own whose card was saved by paying with it, on the page that shows it. */
  async function cardHolder(expected?: RegExp): Promise<{ page: Page; customer: Session }> {
    const { send } = shop.server();
    mobiles += 1;
    const customer = await customerOf(shop.server(), `+614915703${String(mobiles).padStart(2, '0')}`);
    const at = { at: '2026-11-20 09:30:00', zone: 'Australia/Sydney', to: '0491570157' };
    await fillCart(send, customer, [await demoCard(send, customer, at)]);
    expect((await pay(send, customer, 'pm_card_visa')).status).toBe(200);
    const page = await shop.open('/account/savedcards', { as: customer, ...(expected ? { expected } : {}) });
    await tiles(page).first().waitFor();
    return { page, customer };
  }
  const tiles = (page: Page): Locator =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ hasText: /ending in/ });
  const ask = async (page: Page): Promise<Locator> => {
    await page.getByRole('button', { name: 'Remove the card ending in 4242' }).click();
    return page.getByRole('dialog', { name: 'Remove this card?' });
  };
  const saved = async ({ token }: Session) =>
    (await shop.server().send('GET mobiledigital/savedcards', { token })).body.data;

  test('asks first, says that it cannot be undone, and keeps the card when told so', async () => {
    const { page, customer } = await cardHolder();
    const calls = watchCalls(page);
    const question = await ask(page);
    await question.getByText(/This cannot be undone/).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await question.getByRole('button', { name: 'Keep it' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await tiles(page).count()).toBe(1);
    expect(calls.of('POST mobiledigital/deletesavedcard')).toEqual([]);
    expect(await saved(customer)).toHaveLength(1);
  });

  test('then deletes it, here and at the payment provider', async () => {
    const { page, customer } = await cardHolder();
    const [card] = await saved(customer);
    const calls = watchCalls(page);
    await (await ask(page)).getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'No saved cards' }).waitFor();
    await page.getByText('Card removed').first().waitFor();
    // The button that had the focus is gone: it goes on from the list and not from the top of the page.
    await page.waitForFunction(() => document.querySelector('main [tabindex="-1"]') === document.activeElement);
    const sent = calls.of('POST mobiledigital/deletesavedcard').map((request) => request.postDataJSON());
    expect(sent).toEqual([{ payment_method: card?.id }]);
    expect(await saved(customer)).toEqual([]);
  });

  test('a card that another window has removed is gone here as well', async () => {
    const { page, customer } = await cardHolder();
    const [card] = await saved(customer);
    const body = { payment_method: card?.id ?? '' };
    await shop.server().send('POST mobiledigital/deletesavedcard', { token: customer.token, body });
    await (await ask(page)).getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('heading', { name: 'No saved cards' }).waitFor();
  });

  test('an error is said, and the card stays', async () => {
    const { page } = await cardHolder(/503/);
    const message = 'The payment provider does not answer. Please try again in a minute.';
    await answerCall(page, 'POST mobiledigital/deletesavedcard', { status: 503, body: { message } });
    await (await ask(page)).getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText(message).waitFor();
    expect(await tiles(page).count()).toBe(1);
  });
});
