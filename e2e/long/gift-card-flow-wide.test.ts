import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { WIDE } from '../steps/browser.ts';
import { ADD, continueButton, SCHEDULE, setUpGiftCardFlow, spinner, TEMPLATES } from '../steps/gift-card-on-the-way.ts';

describe('the gift card flow on a wide screen', () => {
  const { fixture, open } = setUpGiftCardFlow();
  const phone = (page: Page) => page.locator('[data-phone]');

  async function openWide(path: string, changes = {}): Promise<Page> {
    const page = await open(path, changes);
    await page.setViewportSize(WIDE);
    await phone(page).waitFor();
    return page;
  }

  const label = (locator: Locator) => locator.getByRole('img').getAttribute('aria-label');
  const sameOnPhone = async (page: Page, slide: Locator) => (await label(phone(page))) === (await label(slide));
  const measureRightEdge = async (slide: Locator) => {
    const box = await slide.getByRole('button').boundingBox();
    return box ? box.x + box.width : Number.POSITIVE_INFINITY;
  };

  it('shows each wrapping as a slide with its own Continue button, and the chosen wrapping in the preview', async () => {
    const page = await openWide(TEMPLATES, { mms_template_id: '' });
    const slides = page.locator('[aria-roledescription=carousel]').locator('[aria-roledescription=slide]');
    await slides.first().waitFor();
    expect(await slides.count()).toBe(fixture.templates.length);
    expect(await continueButton(page).count()).toBe(fixture.templates.length);
    const third = slides.nth(2);
    await expect.poll(() => sameOnPhone(page, slides.first())).toBe(true);
    await third.getByRole('img').click();
    await expect.poll(() => sameOnPhone(page, third)).toBe(true);
  });

  it('moves to the last wrapping with the arrow keys and scrolls it into view', async () => {
    const page = await openWide(TEMPLATES, { mms_template_id: '' });
    const strip = page.getByRole('list', { name: 'Use the arrow keys to turn through the wrappings' });
    await strip.focus();
    await page.keyboard.press('End');
    const last = page.locator('[aria-roledescription=slide]').last();
    await expect.poll(() => sameOnPhone(page, last)).toBe(true);
    const { x: phoneStarts = 0 } = (await phone(page).boundingBox()) ?? {};
    await expect.poll(() => measureRightEdge(last)).toBeLessThan(phoneStarts);
  });

  it('shows the typed text and the chosen delivery time in the phone preview', async () => {
    const page = await openWide(ADD);
    await page.getByLabel('Text message').fill('For the best shelf');
    await phone(page)
      .getByText(/For the best shelf/)
      .waitFor();
    await page.goto(SCHEDULE);
    await spinner(page, 'Hour').fill('15');
    await spinner(page, 'Minute').fill('45');
    await phone(page).getByText('Friday 20 November 3:45 pm').waitFor();
    await spinner(page, 'Hour').fill('23');
    await phone(page).getByText('Saturday 21 November 6:00 am').waitFor();
  });
});
