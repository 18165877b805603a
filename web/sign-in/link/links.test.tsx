import { waitFor } from '@testing-library/react';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { CartProduct } from '#contract/cart/cart.ts';
import { cart, customer, line, MOBILE, shippingMethods } from '#gallery/fixtures/customer.ts';
import { oneCard } from '#gallery/fixtures/gift-cards.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { errorAnswer, offline, slow } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { cartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { BROWSE, leadsTo, openShop } from '#test/web/open-shop.ts';
import { expectSentOnce } from '#test/web/sent-once.ts';
import { offline as noAnswer } from '#test/web/watch-calls.ts';
import { followOtherTabs } from '../../cart/other-tabs.ts';
import { rememberReturnPage } from '../../session/return-to.ts';
import { useSession } from '../../session/session.ts';
import { useGiftCards } from '../../state/gift-cards.ts';
import { useSellers } from '../../state/sellers.ts';
import { followLink } from './follow-link.ts';

/** What another tab hears of the cart. */
function hearOtherTabs() {
  followOtherTabs();
  const heard = vi.fn();
  const tab = new BroadcastChannel('handsel.cart');
  tab.onmessage = heard;
  onTestFinished(() => tab.close());
  return heard;
}

const AUTH = 'POST mobiledigital/auth';
const SEND = 'POST mobiledigital/sendmobilecode';

describe('a sign-in link', () => {
  const mine = { status: true, existing_user: true, mobile: MOBILE, token: 'bearer' };
  const emptied: Story['answers'] = {
    'POST mobiledigital/clearcart': { status: true },
    'POST carts/mine/shipping-information': {} as never,
  };

  /** Opens the link, which leads to a page that shows `shows`; returns its address. */
  const follow = (auth: unknown, shows: string, { answers, ...more }: Partial<Story> = {}) =>
    leadsTo({ at: '/autologin/the-jwt', shows, ...more, answers: { [AUTH]: auth as never, ...emptied, ...answers } });

  test('is verified once, with its token, while the page says so', async () => {
    const auth = vi.fn(() => slow);
    const { page } = await openShop({ at: '/autologin/the-jwt', shows: 'Signing you in', answers: { [AUTH]: auth } });
    expect(page.getByText('Verifying Token...')).toBeTruthy();
    expect(auth).toHaveBeenCalledTimes(1);
    expect(auth).toHaveBeenCalledWith(expect.objectContaining({ body: { jwt: 'the-jwt', autologin: true } }));
  });

  test.each([
    ['without a product leads to the shop', undefined, '/browse', BROWSE],
    ['with a product of options leads to its page', jacket(), `/product/${jacket().id}`, 'Add to Cart'],
    ['with a simple product leads to the checkout', novel(), '/checkout', 'Cart is empty'],
  ])('%s', async (_what, product, place, shows) => {
    const add = vi.fn(() => ({ item_id: 1, sku: novel().sku, qty: 1 }));
    const where = await follow({ ...mine, ...(product ? { product } : {}) }, shows, {
      answers: { 'POST carts/mine/items': add as never },
    });
    expect(where).toBe(place);
    expect(useSession.getState()).toMatchObject({ is_signed_in: true, token: 'bearer' });
    expect(add).toHaveBeenCalledTimes(place === '/checkout' ? 1 : 0);
  });

  test('sets the cart to the default address by the cheapest way', async () => {
    const set = vi.fn(() => ({}));
    await follow(mine, BROWSE, {
      answers: {
        'POST carts/mine/shipping-information': set as never,
        'GET carts/mine': cart([], customer()),
        'GET mobiledigital/shippingmethods': [
          { ...shippingMethods[0], amount: 20, carrier_code: 'dear' },
          ...shippingMethods,
        ] as never,
      },
    });
    expect(set).toHaveBeenCalledTimes(1);
    const [[call] = [] as never] = set.mock.calls as unknown as [[{ body: { addressInformation: object } }]];
    expect(call.body.addressInformation).toMatchObject({
      ...{ shipping_address: { customer_address_id: 1 }, shipping_carrier_code: 'flatrate' },
    });
  });

  test('logs out who was here before, their gift cards included', async () => {
    const out = vi.fn(() => ({ status: true }));
    await follow(slow, 'Signing you in', {
      ...{ session: signedInCustomer(), giftCards: oneCard() },
      answers: { 'POST mobiledigital/signout': out as never },
    });
    expect(out).toHaveBeenCalledTimes(1);
    expect(useGiftCards.getState().giftCards).toEqual({});
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, token: '' });
  });

  describe('that empties the cart', () => {
    const goods = () => [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] })];
    const signedOut = { answers: { 'POST mobiledigital/signout': { status: true } as never } };
    const PUT_BACK = 'Put back what was in your cart';

    async function arrive(lines: CartProduct[], story: Partial<Story> = {}) {
      const server = cartServer(lines);
      return openPage({
        ...{ at: '/browse', shows: BROWSE, session: {}, ...story },
        answers: { ...emptied, ...signedOut.answers, ...server, [AUTH]: mine },
        act: async () => followLink({ jwt: 'j', navigate: async () => undefined, origin: {} }),
      });
    }
    const count = (page: Awaited<ReturnType<typeof arrive>>['page']) =>
      page.getAllByRole('button', { name: /^Cart/ })[0]?.getAttribute('aria-label');

    test('shows at once that it is empty, in every tab, and puts its lines back with one tap', async () => {
      const heard = hearOtherTabs();
      const { page, tap, see } = await arrive(goods());
      await see('The link emptied your cart.');
      expect(count(page)).toBe('Cart');
      await waitFor(() => expect(heard).toHaveBeenCalled());
      await tap(PUT_BACK);
      await see('Back in your cart');
      expect(count(page)).toBe('Cart, 2 items');
    });

    test('offers it in the empty cart again where no answer came', async () => {
      const { answers, tap, see, user, ground, page } = await arrive(goods());
      const add = answers['POST carts/mine/items'];
      answers['POST carts/mine/items'] = noAnswer;
      await tap(PUT_BACK);
      await see("You're offline.");
      answers['POST carts/mine/items'] = add;
      await user.keyboard('{Escape}');
      await tap('Cart');
      await waitFor(() => expect(ground().getByText('Cart is empty')).toBeTruthy());
      await tap(PUT_BACK);
      await see('Back in your cart');
      expect(count(page)).toBe('Cart, 2 items');
    });

    test('offers it in the empty cart as well, with the gift cards of the same customer', async () => {
      const { page, tap, see, ground } = await arrive([], { session: signedInCustomer(), giftCards: oneCard() });
      await see(PUT_BACK);
      expect(count(page)).toBe('Cart');
      await tap('Cart');
      await waitFor(() => expect(ground().getByText('Cart is empty')).toBeTruthy());
      await tap(PUT_BACK);
      expect(useGiftCards.getState().giftCards).toEqual(oneCard());
    });

    test.each([
      [
        'what was another customer’s',
        { session: { ...signedInCustomer(), mobile: '+61400000009' }, giftCards: oneCard() },
      ],
      ['nothing', { session: signedInCustomer() }],
    ])('offers %s to nobody', async (_what, story) => {
      const { text } = await arrive([], story);
      await waitFor(() => expect(useSession.getState().mobile).toBe(MOBILE));
      expect(text()).not.toContain(PUT_BACK);
      expect(useGiftCards.getState().giftCards).toEqual({});
    });
  });

  test('of a new mobile leads to registration and remembers the seller of its product', async () => {
    const where = await follow({ status: true, new_user: true, mobile: MOBILE, product_id: '4' }, 'Confirmed');
    expect(where).toBe('/register');
    expect(useSession.getState()).toMatchObject({ new_user: true, mobile: MOBILE, jwt: 'the-jwt', product_id: '4' });
    expect(useSellers.getState().last?.name).toBe(sellers.tide.name);
  });

  test('that has expired leads to its page and remembers the mobile', async () => {
    const where = await follow({ status: true, expired_link: true, mobile: MOBILE }, 'Oops! Expired Link');
    expect(where).toBe('/expiredlink');
    expect(useSession.getState()).toMatchObject({ expired_mobile: MOBILE, jwt: 'the-jwt' });
  });

  test('that is not taken offers the way on: a sign-in with a code', async () => {
    const { page, tap } = await openPage({
      ...{ at: '/browse', shows: 'We could not sign you in.', session: {}, answers: { [AUTH]: { status: false } } },
      act: async () => followLink({ jwt: 'j', navigate: async () => undefined, origin: {} }),
    });
    await tap('Sign in with a code');
    expect(await page.findByText('Send Mobile Code')).toBeTruthy();
  });

  test.each([
    ['is not taken', { status: false }, 'We could not sign you in. Please ask for a new code or link.'],
    ['fails', errorAnswer(500, 'Down for a moment'), 'Down for a moment'],
    ['cannot be verified without a connection', offline, 'No connection'],
  ])('that %s leads to the shop with the reason', async (_what, auth, words) => {
    expect(await follow(auth, words)).toBe('/browse');
    expect(useSession.getState().is_signed_in).toBe(false);
  });
});

describe('an expired link', () => {
  const open = (story: Partial<Story> = {}) =>
    openShop({
      ...{ at: '/expiredlink', session: { jwt: 'old', expired_mobile: MOBILE }, shows: 'Oops! Expired Link' },
      ...story,
    });

  test('has a code sent to its mobile and asks for it at once', async () => {
    const shop = await open();
    const { page, user, bodies } = shop;
    const taps = () => user.dblClick(page.getByText('Reconfirm Identity'));
    await expectSentOnce(shop, SEND, { answer: { status: true }, taps, shows: 'Confirm Mobile Code' });
    expect(bodies(SEND)).toEqual([{ mobile: MOBILE, r_token: '' }]);
    expect(page.getByText('0412 345 678')).toBeTruthy();
  });

  test('asks for the mobile where none is known', async () => {
    const { page, user, bodies } = await open({ session: {} });
    await user.click(page.getByText('Reconfirm Identity'));
    expect(await page.findByText('Send Mobile Code')).toBeTruthy();
    expect(bodies(SEND)).toEqual([]);
  });

  test('a code that went out a moment ago still works: it is asked for', async () => {
    const wait = { status: false, input_validation: { mobile: 'Please wait' }, retry_after: 20 };
    const { page, user } = await open({ answers: { [SEND]: wait as never } });
    await user.click(page.getByText('Reconfirm Identity'));
    expect(await page.findByText('Confirm Mobile Code')).toBeTruthy();
  });

  test.each(['mobile', 'mobile_code', 'code'])('what the server says of %s is read out on the page', async (key) => {
    const answer = { status: false, input_validation: { [key]: 'Not this phone' } };
    const { page, user } = await open({ answers: { [SEND]: answer as never } });
    await user.click(page.getByText('Reconfirm Identity'));
    expect((await page.findByText('Not this phone')).closest('[role=alert]')).toBeTruthy();
    expect(page.queryByText('Confirm Mobile Code')).toBeNull();
  });

  test('leads to the seller of its product, else to the shop', async () => {
    const known = await open({ session: { jwt: 'old', product_id: '4' } });
    await waitFor(() =>
      expect(known.page.getByText('Browse Products').closest('a')?.getAttribute('href')).toBe(
        `/sellerprofile/${sellers.tide.shop_url}`,
      ),
    );
  });

  test('without a product it leads to the shop', async () => {
    const { page } = await open();
    expect(page.getByText('Browse Products').closest('a')?.getAttribute('href')).toBe('/browse');
  });
});

describe('a sign-in that has run out', () => {
  const open = (story: Partial<Story> = {}) => openShop({ at: '/signin', shows: 'Send Mobile Code', ...story });

  test('asks for the mobile that was signed in, and says that things are kept', async () => {
    const { page } = await open({ before: () => rememberReturnPage({ mobile: MOBILE, place: '/privacy' }) });
    expect(page.getByLabelText<HTMLInputElement>('Your mobile').value).toBe('0412345678');
    expect(page.getByText('What you were doing is kept.')).toBeTruthy();
  });

  test('the popup closed, the button opens it again', async () => {
    const { page, user } = await open();
    await user.keyboard('{Escape}');
    expect(page.queryByText('Send Mobile Code')).toBeNull();
    expect(page.queryByText('What you were doing is kept.')).toBeNull();
    await user.click(page.getByText('Sign In'));
    expect(await page.findByText('Send Mobile Code')).toBeTruthy();
  });

  test.each([
    ['to where they stood', '/privacy', 'Print or save'],
    ['to the shop when they stood nowhere', '', BROWSE],
  ])('signed in they come back %s', async (_where, place, words) => {
    const { page } = await open({ before: () => place && rememberReturnPage({ mobile: MOBILE, place }) });
    useSession.setState({ ...signedInCustomer(), is_signed_in: true });
    expect(await page.findByText(words, { exact: false })).toBeTruthy();
  });

  test('clears that it had run out, so that nothing goes round in circles', async () => {
    await open({ session: { auth_expired: true } });
    expect(useSession.getState().auth_expired).toBe(false);
  });
});
