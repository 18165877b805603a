import { within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openShop } from '#test/web/open-shop.ts';

it('answers common questions and shows the operator with contact details', async () => {
  const { page, user, link } = await openHelp();
  expect(page.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Gift cards',
    'Orders, shipping and returns',
    'Your account',
    'Contact us',
  ]);
  const contact = within(page.getByRole('region', { name: 'Contact us' }));
  expect(contact.getByRole('link').getAttribute('href')).toBe('mailto:ask@quince.example');
  expect(contact.getByText(/is run by Quince & Co, ABN 12 345 678 901\./)).toBeTruthy();
  expect(link('your gift cards').getAttribute('href')).toBe('/account/giftcards');
  await user.click(within(page.getByRole('contentinfo')).getByRole('link', { name: 'Help' }));
  expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeTruthy();
});

async function openHelp() {
  const shop = await openShop({
    url: '/help',
    shows: 'Contact us',
    settings: {
      operator_name: 'Quince & Co',
      operator_abn: '12 345 678 901',
      operator_contact: 'ask@quince.example',
    },
  });
  return { ...shop, link: (name: string) => shop.page.getByRole('link', { name }) };
}
