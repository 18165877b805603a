import { describe, expect, it } from 'vitest';
import { setUpGiftCardFlow, TEMPLATES } from '../steps/gift-card-on-the-way.ts';

describe('a gift card before purchase', () => {
  const { shop, fixture, open } = setUpGiftCardFlow();

  it.each(['en-AU', 'de'])('previews the gift picture in English for a customer who reads %s', async (language) => {
    const page = await shop.enter({ as: fixture.customer });
    await page.context().addCookies([{ name: 'language', value: language, url: shop.server().url }]);
    await page.goto(`/giftcard/sendnoworschedule/${fixture.detailsId}/${fixture.productId}`);
    const picture = page.locator('[data-phone]').getByRole('img').first();
    await expect.poll(() => picture.getAttribute('aria-label')).toContain('Expires 20 November 2029');
  });

  it('makes the wrapping dots large enough to tap', async () => {
    const page = await open(TEMPLATES);
    const dots = page.getByRole('button', { name: /^Show / });
    await dots.first().waitFor();
    for (const dot of await dots.all()) {
      const box = await dot.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
  });
});
