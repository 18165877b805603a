import { expect, test } from 'vitest';
import { fiveCards, instant, localGiftCard, oneCard } from '#gallery/fixtures/gift-cards.ts';
import { signedInCustomer } from '#gallery/story/shop-state.ts';
import type { Story } from '#gallery/story/story.ts';
import { openShop } from '#test/web/open-shop.ts';
import { CUSTOMER_SCOPE, queryClient } from '../queries/query-client.ts';
import { useGiftCards } from '../state/gift-cards.ts';
import { keepPlacedOrder, usePlacedOrder } from './placed-order.ts';

const CART = [CUSTOMER_SCOPE, 'cart', 'test'];
type Cards = ReturnType<typeof localGiftCard>[];

function placed(cards: Cards, { parcel = null, success = true, sendAt = instant(3) as string | null } = {}) {
  history.replaceState(null, '');
  queryClient().setQueryData(CART, 'the cart that was bought');
  const order = { order_id: '900000001', shop_name: 'Tide & Kiln' };
  keepPlacedOrder({
    order: { cartId: 1, orderId: 1, sendAt: [], ...(success ? { success: order } : {}) } as never,
    giftCards: cards.map((card) => ({ card, sendAt })),
    parcel,
  });
}
const open = (before: () => void, story: Partial<Story> = {}) =>
  openShop({ at: '/success', session: signedInCustomer(), shows: 'Browse Gift Cards', before, ...story });

test('thanks with the number and the seller, and leads to the order and to another card', async () => {
  const card = localGiftCard();
  const { page } = await open(() => placed([card]));
  expect(page.getByText('Thank you!')).toBeTruthy();
  expect(page.getByText('900000001')).toBeTruthy();
  expect(page.getByText('Tide & Kiln')).toBeTruthy();
  expect(page.getByText('View Order').closest('a')?.getAttribute('href')).toBe('/account/order/1');
  expect(page.getByText('Send Another').closest('a')?.getAttribute('href')).toBe(`/product/${card.id}`);
});

test.each([
  ['goes out now', instant(0), 'Your gift is on its way to Mia.', /^Going out now$/],
  ['waits for its time', instant(3), 'Your gift for Mia is wrapped and waiting.', /^Goes out .*\d/],
  [
    'goes out at a time only the server knows',
    null,
    'Your gift for Mia is wrapped and waiting.',
    /^Goes out as planned$/,
  ],
])('a card that %s', async (_when, sendAt, ending, when) => {
  const { page } = await open(() => placed([localGiftCard()], { sendAt }));
  expect(page.getByText(ending)).toBeTruthy();
  expect(page.getByText(when)).toBeTruthy();
});

test('each card and the parcel stand under what happens next', async () => {
  const to = '12 Fig Street, Pyrmont NSW 2009';
  const { page } = await open(() => placed(Object.values(fiveCards()), { parcel: to as never }));
  const next = page.getByRole('region', { name: 'What happens next' });
  const rows = [...next.querySelectorAll('li')].map(({ textContent }) => textContent);
  expect(rows).toHaveLength(6);
  for (const [at, name] of ['Mia Tran', 'Omar Haddad', 'Priya Nair', 'Jack Oliver', 'Sione Latu'].entries())
    expect(rows[at]).toContain(`For ${name}`);
  expect(rows[5]).toContain(`Go to ${to}`);
});

test('without the answer of the server it still says that the order is placed', async () => {
  const { page } = await open(() => placed([localGiftCard()], { success: false }));
  expect(page.getByRole('heading', { level: 1, name: 'Your order has been placed' })).toBeTruthy();
  expect(page.getByText('View Order').closest('a')?.getAttribute('href')).toBe('/account/order/1');
});

test('opened directly it leads to the orders', async () => {
  const { page } = await open(() => undefined);
  expect(page.getByText('Your Orders').closest('a')?.getAttribute('href')).toBe('/account/orders');
  expect(page.queryByText('What happens next')).toBeNull();
});

test('the cards and the cart that were bought are gone from this phone', async () => {
  await open(() => placed([localGiftCard()]), { giftCards: oneCard() });
  expect(useGiftCards.getState().giftCards).toEqual({});
  expect(queryClient().getQueryData(CART)).toBeUndefined();
});

test('coming back to the page clears no card that was begun since', async () => {
  const begun = oneCard();
  await open(
    () => {
      placed([localGiftCard()]);
      history.replaceState({ cartCleared: true }, '');
    },
    { giftCards: begun },
  );
  expect(useGiftCards.getState().giftCards).toEqual(begun);
  history.replaceState(null, '');
});

test('what was bought is not told to the next customer of this phone', async () => {
  await open(() => placed([localGiftCard()]));
  const { useSession } = await import('../session/session.ts');
  useSession.setState({ mobile: '+61499000111' });
  expect(usePlacedOrder.getState().placed).toBeNull();
});
