import { waitFor } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { KEY, singleCard } from '#gallery/fixtures/gift-cards.ts';
import { cardTiles } from '#gallery/fixtures/tiles.ts';
import { openPage } from '#test/web/customer-page.ts';
import { throwOffline as noAnswer } from '#test/web/watch-calls.ts';
import { api } from '../calls/api.ts';
import { setDisconnected, usePopups } from '../state/popups.ts';
import { watchNetwork } from './look-for-network.ts';

const STRIP = 'You’re offline. We’ll reconnect automatically.';
const POPUP = "You're offline. Click the button below to refresh.";
const TEMPLATES = 'GET mobiledigital/getgiftcardmmstemplates';
const SMALL = 'GET directory/countries';
const ofCustomer = { 'GET customers/me': noAnswer, 'GET mobiledigital/cartproducts': noAnswer };
const dispatchOnline = () => dispatchEvent(new Event('online'));
const startLooking = () => onTestFinished(watchNetwork());
const simulateOfflinePhone = () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => onLine.mockRestore());
};

describe('when offline', () => {
  it('shows the offline strip instead of a popup over a form, and hides it once the data has loaded', async () => {
    const { page, see, user, answers, sentTimes, text } = await openPage({
      url: `/giftcard/add/${KEY}`,
      shows: STRIP,
      giftCards: singleCard(),
      answers: { [TEMPLATES]: noAnswer, 'GET mobiledigital/product': noAnswer, ...ofCustomer },
    });
    expect(page.queryByRole('dialog')).toBeNull();
    expect(page.getByText(STRIP).closest('[role=status]')).toBeTruthy();
    await user.type(page.getByLabelText('Firstname'), 'n');
    answers[TEMPLATES] = { status: true, data: [] };
    dispatchOnline();
    await sentTimes(TEMPLATES, 1);
    await waitFor(() => expect(text()).not.toContain(STRIP));
    await see('n');
    expect(page.getByLabelText<HTMLInputElement>('Firstname').value).toBe('Mian');
  });

  it.each([
    ['recipient', `/giftcard/add/${KEY}`, 'Text message'],
    ['wrapping', `/giftcard/mmstemplates/${KEY}/${KEY}`, 'How would you like your gift wrapped?'],
    ['time', `/giftcard/schedule/${KEY}/${KEY}`, 'Schedule Gift Card'],
    ['preview', `/giftcard/sendnoworschedule/${KEY}/${KEY}`, 'Deliver To'],
    ['checkout', '/checkout', 'Confirm in'],
    ['product list', '/browse', 'Browse Gift Cards'],
  ])(
    'shows the offline strip on a %s screen at once, although the screen makes no calls',
    async (_what, path, shows) => {
      const { see, text } = await openPage({ url: path, shows, giftCards: singleCard() });
      expect(text()).not.toContain(STRIP);
      simulateOfflinePhone();
      dispatchEvent(new Event('offline'));
      await see(STRIP);
    },
  );

  it('keeps the offline strip on a page loaded offline, even while the service worker answers calls', async () => {
    const { text, see } = await openPage({
      url: `/giftcard/add/${KEY}`,
      shows: 'Text message',
      giftCards: singleCard(),
      answers: { [SMALL]: [] },
    });
    simulateOfflinePhone();
    startLooking();
    await see(STRIP);
    await api('GET directory/countries', {});
    expect(text()).toContain(STRIP);
  });

  it('hides the offline strip after a successful call even if the browser still reports that it is offline', async () => {
    const { text } = await openPage({ url: '/privacy', shows: 'Privacy', answers: { [SMALL]: [] } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    simulateOfflinePhone();
    startLooking();
    await vi.advanceTimersByTimeAsync(200);
    expect(text()).toContain(STRIP);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(text()).not.toContain(STRIP);
  });

  it('hides the offline strip when back online even if nothing is left to fetch', async () => {
    const { see, text } = await openPage({ url: '/browse', shows: 'Browse Gift Cards' });
    setDisconnected(true);
    await see(STRIP);
    dispatchOnline();
    await waitFor(() => expect(text()).not.toContain(STRIP));
  });

  it("shows the offline popup when the page's main content fails to load, and loads the content when back online", async () => {
    const { page, see, answers, text } = await openPage({
      url: '/account/orders',
      shows: POPUP,
      answers: { 'GET mobiledigital/orders': noAnswer },
    });
    answers['GET mobiledigital/orders'] = { status: true, orders: [] };
    dispatchOnline();
    await see('No orders');
    expect(page.queryByRole('dialog')).toBeNull();
    expect(text()).not.toContain(STRIP);
  });

  it('loads the missing tiles when back online, without a popup and without refetching the others', async () => {
    const call = 'GET mobiledigital/browseProducts';
    const pages: Record<string, unknown> = { 1: { status: true, data: Array(10).fill(cardTiles[0]).map(numberTile) } };
    const answer = ({ query }: { query: { page: string } }) => pages[query.page] ?? noAnswer();
    const { page, see, queries } = await openPage({ url: '/browse', shows: STRIP, answers: { [call]: answer } });
    expect(page.queryByRole('dialog')).toBeNull();
    expect(page.getByRole('button', { name: 'Try again' })).toBeTruthy();
    pages[2] = { status: true, data: [{ ...cardTiles[0], id: 99, name: 'The eleventh card' }] };
    dispatchOnline();
    await see('The eleventh card');
    expect(queries(call)).toEqual([{ page: '2' }]);
  });

  it('retries failed calls when the first attempt after coming online fails', async () => {
    const { sentTimes, answers, see, page } = await openPage({
      url: '/account/orders',
      shows: POPUP,
      answers: { 'GET mobiledigital/orders': noAnswer },
    });
    dispatchOnline();
    await sentTimes('GET mobiledigital/orders', 1);
    await see(STRIP);
    expect(page.queryByRole('dialog')).toBeNull();
    answers['GET mobiledigital/orders'] = { status: true, orders: [] };
    await see('No orders');
  });

  it('detects the connection by polling when the browser never reports that it is online', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const opened = openPage({
      url: '/account/orders',
      shows: POPUP,
      answers: { 'GET mobiledigital/orders': noAnswer, [SMALL]: noAnswer },
    });
    await vi.advanceTimersByTimeAsync(100);
    const { answers, count, text } = await opened;
    await vi.advanceTimersByTimeAsync(27_500);
    expect([count(SMALL), text().includes(STRIP), text().includes(POPUP)]).toEqual([8, true, true]);
    answers['GET mobiledigital/orders'] = { status: true, orders: [] };
    answers[SMALL] = [];
    await vi.advanceTimersByTimeAsync(4_000);
    expect([text().includes('No orders'), text().includes(STRIP), text().includes(POPUP)]).toEqual([
      true,
      false,
      false,
    ]);
    await vi.advanceTimersByTimeAsync(90_000);
    expect(count(SMALL)).toBe(9);
  });

  it('keeps polling and closes the offline popup even if another call has succeeded in the meantime', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const opened = openPage({
      url: '/account/orders',
      shows: POPUP,
      answers: { 'GET mobiledigital/orders': noAnswer, [SMALL]: [] },
    });
    await vi.advanceTimersByTimeAsync(100);
    const { answers, text } = await opened;
    answers['GET mobiledigital/orders'] = { status: true, orders: [] };
    setDisconnected(false);
    await vi.advanceTimersByTimeAsync(6_000);
    expect([text().includes('No orders'), text().includes(POPUP)]).toEqual([true, false]);
  });

  it('keeps the offline strip after the popup is closed, until a call succeeds', async () => {
    const { user, tap, see, answers, text } = await openPage({
      url: '/account/orders',
      shows: POPUP,
      answers: { 'GET mobiledigital/orders': noAnswer },
    });
    await user.keyboard('{Escape}');
    expect([text().includes(POPUP), text().includes(STRIP)]).toEqual([false, true]);
    answers['GET mobiledigital/orders'] = { status: true, orders: [] };
    await tap('Try again');
    await see('No orders');
    await waitFor(() => expect(text()).not.toContain(STRIP));
  });
});

it('shows no offline popup when refreshing content already on screen fails', async () => {
  const { tap, see, answers, page } = await openPage({ url: '/browse', shows: 'Buy Now' });
  await tap('Cart');
  await see('Cart is empty');
  await tap('Close Window');
  answers['GET mobiledigital/cartproducts'] = noAnswer;
  await tap('Cart');
  await see(STRIP);
  expect(page.getAllByRole('dialog')).toHaveLength(1);
  expect(usePopups.getState().offline).toBe(false);
});

it('ignores key presses on Refresh when the offline popup has only just opened', async () => {
  const { page, user } = await openPage({ url: '/privacy', shows: 'Privacy' });
  usePopups.setState({ offline: true });
  const refresh = await page.findByText('Refresh', { selector: 'button *' });
  let taps = 0;
  refresh.closest('button')?.addEventListener('click', () => (taps += 1), { capture: true });
  expect(document.activeElement?.contains(refresh)).toBe(true);
  await user.keyboard('{Enter}');
  await user.keyboard(' ');
  expect(taps).toBe(0);
});

function numberTile(tile: object, index: number) {
  return { ...tile, id: index + 1 };
}
