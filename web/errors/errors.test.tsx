import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { expect, test, vi } from 'vitest';
import { order } from '#gallery/fixtures/gift-cards.ts';
import { type Answers, errorAnswer, offline } from '#gallery/story/answers.ts';
import { answersOf, signedInCustomer } from '#gallery/story/shop-state.ts';
import { openShop } from '#test/web/open-shop.ts';
import { clientLoader } from '../not-found/catch-all.ts';
import { ErrorBoundary } from '../root.tsx';

function Broken(): never {
  throw new Error('secret words');
}

const orders: Answers = {
  'GET mobiledigital/orders': { status: true, orders: [order()] },
  'GET mobiledigital/order': { status: true, data: order() },
};

test.each([
  ['GET customers/me', '/account/personaldetails', 'Member since'],
  ['GET customers/me', '/account/addressinformation', '12 Fig Street'],
  ['GET mobiledigital/savedcards', '/account/savedcards', 'Chosen at checkout'],
  ['GET mobiledigital/orders', '/account/orders', '900000001'],
  ['GET mobiledigital/order', '/account/order/1', '900000001'],
  ['GET mobiledigital/browseProducts', '/browse', 'Tide & Kiln Studio Shelf Card'],
  ['GET mobiledigital/categoryProducts', '/category/13', 'Moon Mug'],
  ['GET mobiledigital/search', '/search?q=mug', 'Moon Mug'],
  ['GET mobiledigital/product', '/product/1', 'Tide & Kiln Studio Shelf Card'],
  ['GET mobiledigital/sellerInformation', '/sellerprofile/tide-and-kiln', 'Tide & Kiln Studio Shelf Card'],
] as const)('when %s fails, %s says why, and Try again asks once more and shows the page', async (call, at, words) => {
  let down = true;
  const { [call]: working } = answersOf({ answers: orders });
  const { page, user, names } = await openShop({
    ...{ at, session: signedInCustomer(), shows: 'The kettle is on' },
    answers: {
      ...orders,
      [call]: (received: never) => {
        if (down) return errorAnswer(500, 'The kettle is on');
        return typeof working === 'function' ? working(received) : working;
      },
    },
  });
  await user.keyboard('{Escape}');
  expect(page.getByText('The fault is ours. Most often it is over in a moment.')).toBeTruthy();
  expect(page.queryByText(words)).toBeNull();
  expect(names()).not.toContain(call);
  down = false;
  await user.click(page.getByText('Try again'));
  expect((await page.findAllByText(words)).length).toBeGreaterThan(0);
  expect(names()).toContain(call);
  expect(page.queryByText('This did not load')).toBeNull();
});

test('without a connection the page says so in words of its own', async () => {
  const { page, user } = await openShop({
    ...{ at: '/browse', shows: "You're offline. Click the button below to refresh." },
    answers: { 'GET mobiledigital/browseProducts': offline },
  });
  await user.keyboard('{Escape}');
  expect(page.getByText('There is no connection just now. Once it is back, try again.')).toBeTruthy();
});

test('a screen that breaks leaves a way on, and no words of the machine', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Shop = createRoutesStub([{ path: '/', Component: Broken, ErrorBoundary }]);
  render(
    <I18nProvider i18n={i18n}>
      <Shop />
    </I18nProvider>,
  );
  expect(await screen.findByText('An Unexpected Error has occured. Please try again later.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('secret words');
  expect(screen.getByText('Go to the shop').getAttribute('href')).toBe('/browse');
  expect(document.title).toContain('Unexpected Error');
  complaints.mockRestore();
});

test('an address that is none of the shop goes to /404 in its own place', () => {
  const { status, headers } = clientLoader();
  expect([status, headers.get('location'), headers.get('x-remix-replace')]).toEqual([302, '/404', 'true']);
});

test('the page for what is not there leads to the shop and to the search', async () => {
  const { page } = await openShop({ at: '/404', shows: 'Page not found' });
  expect(page.getByText('Search', { selector: 'a, a *' }).closest('a')?.getAttribute('href')).toBe('/search');
});
