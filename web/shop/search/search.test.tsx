import { expect, it } from 'vitest';
import { openShop } from '#test/web/open-shop.ts';

it('clears the field on the results page with the Clear button', async () => {
  const { page, user } = await openShop({ url: '/search?q=coffee', shows: 'Results for “coffee”' });
  const field = page.getByLabelText<HTMLInputElement>('What are you looking for?');
  expect(field.className).toContain('[&::-webkit-search-cancel-button]:hidden');
  await user.click(page.getByRole('button', { name: 'Clear' }));
  expect([field.value, document.activeElement]).toEqual(['', field]);
  await user.keyboard('mug{Enter}');
  expect(await page.findByRole('heading', { level: 1, name: 'Results for “mug”' })).toBeTruthy();
});
