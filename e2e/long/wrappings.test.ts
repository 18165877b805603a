import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findAxeViolations } from '../steps/axe.ts';
import { KEY, readStoredCards, setUpGiftCardFlow, TEMPLATES } from '../steps/gift-card-on-the-way.ts';

describe('the wrapping carousel', () => {
  const { open } = setUpGiftCardFlow();
  const current = (page: Page) =>
    page
      .getByRole('button', { name: /^Show / })
      .evaluateAll((dots) => dots.findIndex((dot) => dot.getAttribute('aria-current') === 'true'));

  it("turns by keys, dots and taps, and shows the recipient's text on each slide", async () => {
    const page = await open(TEMPLATES, { recipient_message: 'For a better shelf' });
    const slides = page.locator('[aria-roledescription=slide]');
    await slides.first().waitFor();
    const pictures = page.getByRole('img', { name: /^Picture message .*For Mia\. For a better shelf/ });
    expect(await pictures.count()).toBe(await slides.count());
    const dots = page.getByRole('button', { name: /^Show / }).first();
    const top = () => dots.evaluate((dot) => dot.getBoundingClientRect().top + scrollY);
    const place = await top();
    await page.getByRole('list', { name: /arrow keys/ }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => current(page)).toBe(1);
    await page.keyboard.press('End');
    await expect.poll(() => current(page)).toBe((await slides.count()) - 1);
    await page.keyboard.press('Home');
    await expect.poll(() => current(page)).toBe(0);
    await slides
      .nth(1)
      .getByRole('img')
      .click({ position: { x: 5, y: 100 } });
    await expect.poll(() => current(page)).toBe(1);
    await page
      .getByRole('button', { name: /^Show / })
      .nth(2)
      .click();
    await expect.poll(() => current(page)).toBe(2);
    await page.locator('[aria-roledescription=carousel] [aria-live]', { hasText: /, 3 of \d+$/ }).waitFor();
    expect(await top()).toBe(place);
    await page.getByRole('button', { name: 'Change the words' }).click();
    await page.getByLabel('Image message to the recipient').fill('For the best shelf');
    await page
      .getByRole('img', { name: /For the best shelf/ })
      .nth(1)
      .waitFor();
    await page.evaluate(() => scrollTo(0, 0));
    expect(await findAxeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Continue', exact: true }).nth(2).click();
    await page.waitForURL('**/giftcard/schedule/**');
    expect((await readStoredCards(page))[KEY]).toMatchObject({ recipient_message: 'For the best shelf' });
  });
});
