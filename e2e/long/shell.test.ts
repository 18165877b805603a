import { describe, expect, it } from 'vitest';
import { findAxeViolations } from '../steps/axe.ts';
import { WIDE } from '../steps/browser.ts';
import { setUpShop } from '../steps/own-shop.ts';

describe.each(['giftcard', 'product'])('the main button of the %s store', (BRAND) => {
  const shop = setUpShop({ BRAND });

  it.each(['light', 'dark'] as const)(
    "keeps the main button's text readable while the mouse hovers (%s)",
    async (colorScheme) => {
      const page = await shop.enter({ size: WIDE });
      await page.emulateMedia({ colorScheme });
      await page.goto('/expiredlink');
      const button = page.getByRole('button', { name: 'Reconfirm Identity' });
      const ground = () => button.evaluate((element) => getComputedStyle(element).backgroundColor);
      const before = await ground();
      await button.hover();
      await expect.poll(ground).not.toBe(before);
      expect(await findAxeViolations(page)).toEqual([]);
    },
  );
});
