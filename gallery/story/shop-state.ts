import type { PictureWords } from '#contract/rules/gift-card/gift-picture.ts';
import { usePlacedOrder } from '#web/shop/checkout/placed/placed-order.ts';
import { queryClient } from '#web/shop/queries/query-client.ts';
import { type Session, useSession } from '#web/shop/session/session.ts';
import { useAwaitedOrder } from '#web/shop/state/checkout/awaited-order.ts';
import { clearDrafts } from '#web/shop/state/gift-card-drafts.ts';
import { useGiftCards } from '#web/shop/state/gift-cards.ts';
import { useLoaders } from '#web/shop/state/loaders.ts';
import { usePopups } from '#web/shop/state/popups.ts';
import { useRecentlyViewed } from '#web/shop/state/recently-viewed.ts';
import { useSellers } from '#web/shop/state/sellers.ts';
import { useToast } from '#web/shop/state/toasts.ts';
import { categories } from '../fixtures/categories.ts';
import { cart, customer, MOBILE, savedCards, sessions, settings, shippingMethods } from '../fixtures/customer.ts';
import { giftCard, itemAt, jacket, novel, occasions, templates, wordsPicture } from '../fixtures/products.ts';
import { buildFacets, suggestions } from '../fixtures/search.ts';
import { sellers } from '../fixtures/sellers.ts';
import { tenders } from '../fixtures/spending.ts';
import { cardTiles, simpleTiles, variedTiles } from '../fixtures/tiles.ts';
import { type Answers, slow } from './answers.ts';
import type { Story } from './story.ts';

const SESSION_MS = 50 * 60_000;

export const signedInCustomer = (): Partial<Session> => ({
  is_signed_in: true,
  token: 'story',
  token_ttl: Date.now() + SESSION_MS,
  mobile: MOBILE,
  currency_rate: { USD: 1.53 },
});

const products = () => [...cardTiles.map((tile) => giftCard(tile)), jacket(), novel()];

const everydayAnswers = (): Answers => ({
  // The shop checks its connection with this call. A response would report the shop as online and change offline
  // stories.
  'GET directory/countries': slow,
  'GET mobiledigital/shopsettings': settings,
  'GET mobiledigital/categories': { status: true, data: categories },
  'GET mobiledigital/occasions': { status: true, data: occasions },
  'GET mobiledigital/browseProducts': ({ query }) => ({
    status: true,
    data: query.get('page') === '1' ? cardTiles : [...simpleTiles.slice(0, 3), ...variedTiles.slice(0, 3)],
  }),
  'GET mobiledigital/categoryProducts': { status: true, data: [...variedTiles, ...simpleTiles.slice(0, 3)] },
  'GET mobiledigital/facets': { status: true, data: buildFacets([...cardTiles, ...variedTiles, ...simpleTiles]) },
  'GET mobiledigital/search': { status: true, data: [...variedTiles.slice(0, 3), ...cardTiles.slice(0, 1)], meant: '' },
  'GET mobiledigital/suggest': { status: true, data: suggestions },
  'GET mobiledigital/products': ({ query }) => ({
    status: true,
    data: [...cardTiles, ...variedTiles, ...simpleTiles].filter(({ id }) =>
      query.get('ids')?.split(',').includes(String(id)),
    ),
  }),
  'GET mobiledigital/product': ({ query }) => {
    const data = products().find(({ id }) => String(id) === query.get('product_id'));
    return data ? { status: true, data } : { status: false, not_exists: true };
  },
  'GET mobiledigital/seller': { status: true, data: sellers.tide },
  'GET mobiledigital/sellerInformation': {
    status: true,
    seller: sellers.tide,
    products: [...cardTiles, ...variedTiles].filter(({ seller_name }) => seller_name === sellers.tide.name),
  },
  'GET mobiledigital/getgiftcardmmstemplates': { status: true, data: templates },
  'POST mobiledigital/giftcardpicture': ({ body }) => ({
    status: true,
    data: wordsPicture(body.words as PictureWords),
  }),
  'GET customers/me': customer(),
  'POST carts/mine': 1,
  'GET carts/mine': cart(),
  'GET mobiledigital/cartproducts': { status: true, data: { id: 1, items: [] } },
  'GET mobiledigital/passkeys': { status: true, passkeys: [] },
  'GET mobiledigital/sessions': { status: true, sessions: [itemAt(sessions, 0)] },
  'GET mobiledigital/savedcards': { status: true, data: [itemAt(savedCards, 0)] },
  'GET mobiledigital/shippingmethods': shippingMethods,
  'GET mobiledigital/places': { status: true, data: [], attribution: '' },
  'GET mobiledigital/orders': { status: true, orders: [] },
  'GET mobiledigital/giftcards': { status: true, data: [] },
  'GET carts/mine/giftCards': tenders(),
  'POST mobiledigital/signout': { status: true },
  'POST mobiledigital/cardopened': { status: true },
});

export function resolveAnswers({ answers }: Pick<Story, 'answers'>): Answers {
  return { ...everydayAnswers(), ...answers };
}

type Store = { getInitialState: () => object; setState: (state: never, replace: true) => void };
const stores: Store[] = [
  useRecentlyViewed,
  useSession,
  useGiftCards,
  usePopups,
  useLoaders,
  useSellers,
  useToast,
  usePlacedOrder,
  useAwaitedOrder,
];

export function clearEverything(): void {
  for (const store of stores) store.setState(store.getInitialState() as never, true);
  localStorage.clear();
  sessionStorage.clear();
  clearDrafts();
  queryClient().clear();
  delete document.documentElement.dataset.kept;
}

export function setStores({ session = {}, giftCards = {}, before }: Story): void {
  useSession.setState({ ...session, restored: true });
  useGiftCards.setState({ giftCards });
  before?.();
}
