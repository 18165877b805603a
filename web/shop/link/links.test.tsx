import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CartProduct } from '#contract/cart/cart.ts';
import { cart, customer, line, MOBILE, manyAddresses, shippingMethods } from '#gallery/fixtures/customer.ts';
import { singleCard } from '#gallery/fixtures/gift-cards.ts';
import { jacket, novel } from '#gallery/fixtures/products.ts';
import { sellers } from '#gallery/fixtures/sellers.ts';
import { errorAnswer, offline, slow } from '#gallery/story/answers.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { createCartServer } from '#test/web/cart-server.ts';
import { openPage } from '#test/web/customer-page.ts';
import { BROWSE, followRedirect, openShop } from '#test/web/open-shop.ts';
import { throwOffline as noAnswer } from '#test/web/watch-calls.ts';
import { followOtherTabs } from '../cart/other-tabs.ts';
import { useSession } from '../session/session.ts';
import { useGiftCards } from '../state/gift-cards.ts';
import { useSellers } from '../state/sellers.ts';
import { followLink } from './follow-link.ts';

function listenToOtherTabs() {
  followOtherTabs();
  const heard = vi.fn();
  const tab = new BroadcastChannel('handsel.cart');
  tab.onmessage = heard;
  onTestFinished(() => tab.close());
  return heard;
}

const AUTH = 'POST mobiledigital/auth';

describe('sign-in link', () => {
  const existingUser = { status: true, existing_user: true, mobile: MOBILE, token: 'bearer' };
  const emptied: Story['answers'] = {
    'POST mobiledigital/clearcart': { status: true },
    'POST carts/mine/shipping-information': {} as never,
  };

  const follow = (auth: unknown, shows: string, { answers, ...overrides }: Partial<Story> = {}) =>
    followRedirect({
      url: '/autologin/the-jwt',
      shows,
      ...overrides,
      answers: { [AUTH]: auth as never, ...emptied, ...answers },
    });

  it('verifies the token once and meanwhile shows the loader Verifying Token... [RT-40, AL-02, PO-15]', async () => {
    const auth = vi.fn(() => slow);
    const { page } = await openShop({ url: '/autologin/the-jwt', shows: 'Signing you in', answers: { [AUTH]: auth } });
    expect(page.getByText('Verifying Token...').closest('[role=status]')).toBeTruthy();
    expect(auth).toHaveBeenCalledTimes(1);
    expect(auth).toHaveBeenCalledWith(expect.objectContaining({ body: { jwt: 'the-jwt', autologin: true } }));
  });

  it('opens the shop for the signed-in customer if the link names no product [SI-03, AL-03, ST-014]', async () => {
    const add = vi.fn();
    expect(await follow(existingUser, BROWSE, { answers: { 'POST carts/mine/items': add } })).toBe('/browse');
    expect(useSession.getState()).toMatchObject({ is_signed_in: true, token: 'bearer' });
    expect(add).not.toHaveBeenCalled();
  });

  it('opens checkout with the link’s simple product in the cart [SI-04, ST-013]', async () => {
    const { 'POST carts/mine/items': addItem, ...server } = createCartServer([line(5, novel())]);
    const add = vi.fn(addItem);
    const answers = { ...server, 'POST carts/mine/items': add } as never;
    expect(await follow({ ...existingUser, product: novel() }, novel().name, { answers })).toBe('/checkout');
    expect(within(document.body).getByRole('heading', { name: novel().name })).toBeTruthy();
    expect(add).toHaveBeenCalledOnce();
    expect(add).toHaveBeenCalledWith(
      expect.objectContaining({ body: { cartItem: expect.objectContaining({ sku: novel().sku, qty: 1 }) } }),
    );
  });

  it('keeps the cart and asks for no code when emptying the cart would require a code', async () => {
    const { sku, price, name } = novel();
    const add = vi.fn(() => ({ item_id: 5, sku, qty: 2, price, name }));
    const cleared = errorAnswer(400, 'A code first', { code: 'code_required' });
    const server = createCartServer([line(5, novel())]);
    const answers = { ...server, 'POST carts/mine/items': add, 'POST mobiledigital/clearcart': cleared } as never;
    expect(await follow({ ...existingUser, product: novel() }, novel().name, { answers })).toBe('/checkout');
    expect(add).toHaveBeenCalledOnce();
    expect(within(document.body).queryByText('Is it you?')).toBeNull();
  });

  it('opens the page of the link’s product if the product has options', async () => {
    const add = vi.fn();
    const answers = { 'POST carts/mine/items': add };
    const where = await follow({ ...existingUser, product: jacket() }, 'Add to Cart', { answers });
    expect(where).toBe(`/product/${jacket().id}`);
    expect(add).not.toHaveBeenCalled();
  });

  it('prepares an empty cart with the default address and the cheapest shipping method [ST-012]', async () => {
    const steps: string[] = [];
    const bodies: Record<string, unknown> = {};
    const noted = (name: string, answer: unknown) => ({
      [name]: ({ body }: { body: object }) => {
        steps.push(name);
        bodies[name] = body;
        return answer;
      },
    });
    const owner = { ...customer(manyAddresses), default_billing: '1', default_shipping: '3' };
    const fresh = { ...cart([], owner), extension_attributes: { shipping_assignments: [] } };
    const dear = { ...shippingMethods[0], amount: 20, carrier_code: 'dear' };
    await follow(existingUser, BROWSE, {
      answers: {
        ...noted(AUTH, existingUser),
        ...noted('POST carts/mine', 1),
        ...noted('POST mobiledigital/clearcart', { status: true }),
        ...noted('GET carts/mine', fresh),
        ...noted('POST carts/mine/shipping-information', {}),
        'GET mobiledigital/shippingmethods': [dear, ...shippingMethods] as never,
      },
    });
    expect(steps).toEqual([
      AUTH,
      'POST carts/mine',
      'POST mobiledigital/clearcart',
      'GET carts/mine',
      'POST carts/mine/shipping-information',
    ]);
    expect(bodies['POST carts/mine/shipping-information']).toMatchObject({
      addressInformation: { shipping_address: { customer_address_id: 3 }, shipping_carrier_code: 'flatrate' },
    });
  });

  it('signs out the previous customer and erases their gift cards before it verifies the link [AL-01]', async () => {
    const signOut = vi.fn(() => ({ status: true }));
    let stored: Record<string, string> | undefined;
    const auth = () => {
      stored = { ...localStorage };
      return slow;
    };
    await openShop({
      url: '/autologin/the-jwt',
      session: signedInCustomer(),
      giftCards: singleCard(),
      shows: 'Signing you in',
      before: () => Object.assign(localStorage, { token: 'story', token_ttl: '1', mobile: MOBILE }),
      answers: { [AUTH]: auth, 'POST mobiledigital/signout': signOut as never },
    });
    expect(stored).toBeDefined();
    for (const key of ['token', 'token_ttl', 'mobile', 'gift-card-details']) expect(stored).not.toHaveProperty(key);
    expect(signOut).toHaveBeenCalledTimes(1);
    expect(useGiftCards.getState().giftCards).toEqual({});
    expect(useSession.getState()).toMatchObject({ is_signed_in: false, token: '' });
  });

  describe('when the link empties the cart', () => {
    const goods = () => [line(5, jacket(), { qty: 2, chosen: ['Pine', 'M'] })];
    const signedOut = { answers: { 'POST mobiledigital/signout': { status: true } as never } };
    const PUT_BACK = 'Put back what was in your cart';

    async function arrive(lines: CartProduct[], story: Partial<Story> = {}) {
      const server = createCartServer(lines);
      return openPage({
        url: '/browse',
        shows: BROWSE,
        session: {},
        ...story,
        answers: { ...emptied, ...signedOut.answers, ...server, [AUTH]: existingUser },
        act: async () => followLink({ jwt: 'j', showPage: async () => undefined, origin: {} }),
      });
    }
    const count = (page: Awaited<ReturnType<typeof arrive>>['page']) =>
      page.getAllByRole('button', { name: /^Cart/ })[0]?.getAttribute('aria-label');

    it('shows the emptied cart in every tab after a link, and restores its lines with one tap', async () => {
      const heard = listenToOtherTabs();
      const { page, tap, see } = await arrive(goods());
      await see('The link emptied your cart.');
      expect(count(page)).toBe('Cart');
      await waitFor(() => expect(heard).toHaveBeenCalled());
      await tap(PUT_BACK);
      await see('Back in your cart');
      expect(count(page)).toBe('Cart, 2 items');
    });

    it('still offers to restore the lost lines in the empty cart after an attempt failed offline', async () => {
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

    it("offers to restore the same customer's gift cards in the empty cart", async () => {
      const { page, tap, see, ground } = await arrive([], { session: signedInCustomer(), giftCards: singleCard() });
      await see(PUT_BACK);
      expect(count(page)).toBe('Cart');
      await tap('Cart');
      await waitFor(() => expect(ground().getByText('Cart is empty')).toBeTruthy());
      await tap(PUT_BACK);
      expect(useGiftCards.getState().giftCards).toEqual(singleCard());
    });

    it.each([
      [
        'another customer’s gift cards',
        { session: { ...signedInCustomer(), mobile: '+61400000009' }, giftCards: singleCard() },
      ],
      ['nothing', { session: signedInCustomer() }],
    ])('does not offer to restore %s', async (_what, story) => {
      const { text } = await arrive([], story);
      await waitFor(() => expect(useSession.getState().mobile).toBe(MOBILE));
      expect(text()).not.toContain(PUT_BACK);
      expect(useGiftCards.getState().giftCards).toEqual({});
    });
  });

  it("loads the link's product and seller and opens registration when the mobile number is new [AL-03, ST-016, ST-017]", async () => {
    const product = vi.fn(({ query: _ }: { query: URLSearchParams }) => ({ status: true, data: novel() }));
    const seller = vi.fn(({ query: _ }: { query: URLSearchParams }) => ({ status: true, data: sellers.tide }));
    const answers = { 'GET mobiledigital/product': product, 'GET mobiledigital/seller': seller } as never;
    const auth = { status: true, new_user: true, mobile: MOBILE, product_id: '4' };
    const where = await follow(auth, `${sellers.tide.name} sells with`, { answers });
    for (const call of [product, seller])
      expect(call.mock.calls.map(([{ query }]) => query.get('product_id'))).toEqual(['4']);
    expect(where).toBe('/register');
    expect(useSession.getState()).toMatchObject({ new_user: true, mobile: MOBILE, jwt: 'the-jwt', product_id: '4' });
    expect(useSellers.getState().last?.name).toBe(sellers.tide.name);
  });

  it("opens the expired-link page and remembers the link's mobile number, JWT and product [AL-03, ST-006, ST-008, ST-018, ST-019]", async () => {
    const auth = { status: true, expired_link: true, mobile: MOBILE, product_id: '4' };
    expect(await follow(auth, 'Oops! Expired Link')).toBe('/expiredlink');
    expect(useSession.getState()).toMatchObject({ expired_mobile: MOBILE, jwt: 'the-jwt', product_id: '4' });
  });

  it('offers sign-in with a code when the link is rejected', async () => {
    const { page, tap } = await openPage({
      url: '/browse',
      shows: 'We could not sign you in.',
      session: {},
      answers: { [AUTH]: { status: false } },
      act: async () => followLink({ jwt: 'j', showPage: async () => undefined, origin: {} }),
    });
    await tap('Sign in with a code');
    expect(await page.findByText('Send Mobile Code')).toBeTruthy();
  });

  it.each([
    ['is rejected', { status: false }, 'We could not sign you in. Please ask for a new code or link.'],
    ['fails', errorAnswer(500, 'Down for a moment'), 'Down for a moment'],
    ['cannot be verified offline', offline, 'No connection'],
  ])('opens the shop and shows the reason when the link %s', async (_what, auth, words) => {
    expect(await follow(auth, words)).toBe('/browse');
    expect(useSession.getState().is_signed_in).toBe(false);
  });
});
