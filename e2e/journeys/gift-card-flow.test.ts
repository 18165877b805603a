import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  ADD,
  KEY,
  PREVIEW,
  readStoredCards,
  SCHEDULE,
  setUpGiftCardFlow,
  spinner,
  TEMPLATES,
} from '../steps/gift-card-on-the-way.ts';
import { openAccountTab } from '../steps/shop.ts';
import { signInCustomer } from '../steps/signed-in.ts';

const takesTapsAtOnce = (page: Page, name: string): Promise<boolean> =>
  page.evaluate(
    (text) =>
      new Promise<boolean>((resolve) => {
        const look = () => {
          const button = [...document.querySelectorAll('main a, main button')].find(
            (element) => element.textContent === text,
          );
          if (!button) {
            requestAnimationFrame(look);
            return;
          }
          const { x, y, width, height } = button.getBoundingClientRect();
          resolve(button.contains(document.elementFromPoint(x + width / 2, y + height / 2)));
        };
        look();
      }),
    name,
  );

async function reopenPage(page: Page, path: string): Promise<Page> {
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: true });
  await next.goto(path);
  return next;
}

describe('the gift card flow', () => {
  const { shop, open } = setUpGiftCardFlow();

  it('ignores the second tap of a double tap on each main button, including the one that pays', async () => {
    const page = await open(SCHEDULE);
    const preview = takesTapsAtOnce(page, 'Continue');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect(await preview).toBe(false);
    const checkout = takesTapsAtOnce(page, 'Confirm Purchase');
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    expect(await checkout).toBe(false);
    await page.getByRole('button', { name: 'Confirm Purchase' }).click({ trial: true });
  });

  it('restores the draft of every step in a new tab, and deletes drafts and cards at sign-out', async () => {
    const page = await open(ADD, {}, { as: await signInCustomer(shop.server(), '+61412300077') });
    await page.getByLabel("Recipient's firstname").fill('Zo');
    await page.getByLabel('Image message to the recipient').fill('');
    let next = await reopenPage(page, ADD);
    await expect.poll(() => next.getByLabel("Recipient's firstname").inputValue()).toBe('Zo');
    expect(await next.getByLabel('Image message to the recipient').inputValue()).toBe('');
    expect((await readStoredCards(next))[KEY]).toMatchObject({ recipient_firstname: 'Mia' });

    await next.goto(SCHEDULE);
    await next.getByLabel('Where is your friend?').selectOption('Australia/Perth');
    await spinner(next, 'Hour').fill('17');
    next = await reopenPage(next, SCHEDULE);
    await expect.poll(() => spinner(next, 'Hour').inputValue()).toBe('17');
    expect(await next.getByLabel('Where is your friend?').inputValue()).toBe('Australia/Perth');

    await next.goto(TEMPLATES);
    const third = () => next.getByRole('button', { name: /^Show / }).nth(2);
    const drafts = () => next.evaluate(() => localStorage.getItem('gift-card-drafts'));
    await third().click();
    await expect.poll(drafts).toContain('template');
    next = await reopenPage(next, TEMPLATES);
    await expect.poll(() => third().getAttribute('aria-current')).toBe('true');

    await next.goto(PREVIEW);
    await next.getByRole('button', { name: 'Add a person' }).click();
    await next.getByLabel('Firstname of person 2').fill('Leo');
    next = await reopenPage(next, PREVIEW);
    await expect.poll(() => next.getByLabel('Firstname of person 2').inputValue()).toBe('Leo');

    expect(await drafts()).toContain('Leo');
    await openAccountTab(next);
    await next.getByRole('button', { name: 'Sign Out' }).click();
    await next.waitForURL('**/browse');
    const readStorage = () => next.evaluate(() => JSON.stringify({ ...localStorage }));
    await expect.poll(readStorage).not.toMatch(/Zo|Mia|Leo|gift-card/);
  });
});
