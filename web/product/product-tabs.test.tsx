import { within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Product } from '#contract/catalogue.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { openPage } from '#test/web/customer-page.ts';

const openProduct = (data: Product) =>
  openPage({
    ...{ at: `/product/${data.id}`, shows: data.description.slice(3, 12), session: {} },
    answers: { 'GET mobiledigital/product': { status: true, data } },
  });

describe('what is told about it', () => {
  test.each([
    ['Shipping', 'Packed in Jindabyne within one working day.'],
    ['Sizing Chart', 'Sizing chart of Snowgum Rain Jacket'],
    ['Questions & Answers', 'Between two sizes?'],
  ])('%s', async (name, words) => {
    const { page, user } = await openProduct(jacket());
    await user.click(await page.findByRole('tab', { name }));
    const panel = within(page.getByRole('tabpanel'));
    expect(panel.queryByText(words) ?? panel.queryByAltText(words)).toBeTruthy();
  });

  test('what it does not have is no tab', async () => {
    const { page } = await openProduct(novel());
    expect((await page.findAllByRole('tab')).map((tab) => tab.textContent)).toEqual(['Shipping']);
  });

  test('without any there are no tabs', async () => {
    const { tab1: _shipping, ...bare } = novel();
    const { page } = await openProduct(bare);
    expect(page.queryByRole('tablist')).toBeNull();
  });
});
