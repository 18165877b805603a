import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { render, screen, within } from '@testing-library/react';
import { createRoutesStub } from 'react-router';
import { expect, it, onTestFinished, vi } from 'vitest';
import { order } from '#gallery/fixtures/gift-cards.ts';
import { type Answers, errorAnswer, offline } from '#gallery/story/answers.ts';
import { resolveAnswers, signedInCustomer } from '#gallery/story/shop-state.ts';
import { openShop } from '#test/web/open-shop.ts';
import { clientLoader, loader } from '../not-found/catch-all.ts';
import { ErrorBoundary } from '../root.tsx';
import routes from '../routes.ts';

const UNEXPECTED = 'An Unexpected Error has occured. Please try again later.';

function Broken(): never {
  throw new Error('secret words');
}

const orders: Answers = {
  'GET mobiledigital/orders': { status: true, orders: [order()] },
  'GET mobiledigital/order': { status: true, data: order() },
};

it.each([
  ['GET customers/me', '/account/personaldetails', 'Your data'],
  ['GET customers/me', '/account/addressinformation', '12 Fig Street'],
  ['GET mobiledigital/savedcards', '/account/savedcards', 'Chosen at checkout'],
  ['GET mobiledigital/orders', '/account/orders', '900000001'],
  ['GET mobiledigital/order', '/account/order/1', '900000001'],
  ['GET mobiledigital/browseProducts', '/browse', 'Tide & Kiln Studio Shelf Card'],
  ['GET mobiledigital/categoryProducts', '/category/13', 'Moon Mug'],
  ['GET mobiledigital/search', '/search?q=mug', 'Moon Mug'],
  ['GET mobiledigital/product', '/product/1', 'Tide & Kiln Studio Shelf Card'],
  ['GET mobiledigital/sellerInformation', '/sellerprofile/tide-and-kiln', 'Tide & Kiln Studio Shelf Card'],
] as const)('reports a failed %s on %s and shows the page after Try again', async (call, path, words) => {
  let isDown = true;
  const { [call]: working } = resolveAnswers({ answers: orders });
  const { page, user, names } = await openShop({
    url: path,
    session: signedInCustomer(),
    shows: 'The kettle is on',
    answers: {
      ...orders,
      [call]: (received: never) => {
        if (isDown) return errorAnswer(500, 'The kettle is on');
        return typeof working === 'function' ? working(received) : working;
      },
    },
  });
  await user.keyboard('{Escape}');
  expect(page.getByText('It’s our fault, and usually passes in a moment.')).toBeTruthy();
  expect(page.queryByText(words)).toBeNull();
  expect(names()).not.toContain(call);
  isDown = false;
  await user.click(page.getByText('Try again'));
  expect((await page.findAllByText(words)).length).toBeGreaterThan(0);
  expect(names()).toContain(call);
  expect(page.queryByText('This did not load')).toBeNull();
});

it('opens the offline popup and reports the lost connection on the page when a call gets no response [PO-01, PO-02, ER-07]', async () => {
  const { page, user } = await openShop({
    url: '/browse',
    shows: "You're offline. Click the button below to refresh.",
    answers: { 'GET mobiledigital/browseProducts': offline },
  });
  const popup = within(page.getByRole('dialog', { name: 'No connection' }));
  expect(popup.getByText("You're offline. Click the button below to refresh.")).toBeTruthy();
  expect(popup.getByRole('button', { name: 'Refresh' })).toBeTruthy();
  expect(page.queryByText('Something Went Wrong')).toBeNull();
  await user.keyboard('{Escape}');
  expect(page.getByText('There is no connection right now. Try again once it is back.')).toBeTruthy();
});

it.each([
  [404, '', UNEXPECTED],
  [500, '', UNEXPECTED],
  [503, 'The shelves fell over.', 'The shelves fell over.'],
])(
  'opens "Something Went Wrong" for status %s and message %j with the text %j [ER-01, ER-03, ER-04]',
  async (status, message, words) => {
    const { page } = await openShop({
      url: '/browse',
      shows: 'Something Went Wrong',
      answers: { 'GET mobiledigital/browseProducts': errorAnswer(status, message) },
    });
    expect(page.getByRole('dialog', { name: 'Something Went Wrong' }).textContent).toContain(words);
    expect(page.getAllByRole('dialog')).toHaveLength(1);
  },
);

it('opens the Unexpected Error popup for an unreadable response and closes it on a click [PO-06, PO-07, PO-08]', async () => {
  const reported = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined);
  onTestFinished(() => reported.mockRestore());
  const { page, user } = await openShop({
    url: '/browse',
    shows: 'Unexpected Error',
    answers: { 'GET mobiledigital/browseProducts': null as never },
  });
  const popup = within(page.getByRole('dialog', { name: 'Unexpected Error' }));
  await user.click(popup.getByText(UNEXPECTED));
  expect(page.queryByRole('dialog')).toBeNull();
  expect(reported).toHaveBeenCalled();
});

it('shows a link to the shop and no technical details when a screen crashes', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Shop = createRoutesStub([{ path: '/', Component: Broken, ErrorBoundary }]);
  render(
    <I18nProvider i18n={i18n}>
      <Shop />
    </I18nProvider>,
  );
  expect(await screen.findByText('An unexpected error has occurred. Please try again later.')).toBeTruthy();
  expect(document.body.textContent).not.toContain('secret words');
  expect(screen.getByText('Go to the shop').getAttribute('href')).toBe('/browse');
  expect(document.title).toContain('Unexpected Error');
  complaints.mockRestore();
});

it('redirects an unknown path to /404 and replaces it in the browser history [RT-51]', () => {
  const routed = routes.at(-1);
  expect([routed?.path, routed?.file]).toEqual(['*', 'not-found/catch-all.ts']);
  for (const lead of [loader, clientLoader]) {
    const { status, headers } = lead();
    expect([status, headers.get('location')]).toEqual([302, '/404']);
  }
  expect(clientLoader().headers.get('x-remix-replace')).toBe('true');
});

it('shows at /404 that the page was not found, and links to the shop and the search [RT-50]', async () => {
  const { page } = await openShop({ url: '/404', shows: 'Page not found' });
  const main = within(page.getByRole('main'));
  expect(main.getByRole('heading', { level: 1, name: 'Page not found' })).toBeTruthy();
  const ways = main.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(ways).toEqual([
    ['Browse Gift Cards', '/browse'],
    ['Search', '/search'],
  ]);
});
