import { ErrorScreen } from '#web/shared/errors/error-screen.tsx';
import { showLoader } from '#web/shop/state/loaders.ts';
import { setDisconnected, setOffline } from '#web/shop/state/popups.ts';
import { useSellers } from '#web/shop/state/sellers.ts';
import { offerUndo, showToast } from '#web/shop/state/toasts.ts';
import { fiveCards } from '../fixtures/gift-cards.ts';
import { sellers } from '../fixtures/sellers.ts';
import { slow } from '../story/answers.ts';
import type { Interactions } from '../story/interactions.ts';
import { signedInCustomer } from '../story/shop-state.ts';
import { defineStories, type Story } from '../story/story.ts';

const longSeller = {
  ...sellers.tide,
  name: 'Worrigee and District Amateur Naturalists’ Cooperative Society Press',
  popup_description:
    'Field guides, almanacs and a calendar that has been right since 1951, give or take a wet February. '.repeat(3),
};

const frame = defineStories('Frame', {}, [
  {
    id: 'header-count',
    title: 'The cart with a count',
    url: '/browse',
    shows: '5 items in your cart',
    session: signedInCustomer(),
    giftCards: fiveCards(),
  },
  {
    id: 'header-seller',
    title: 'The name of a seller, long',
    url: '/product/1',
    shows: 'Worrigee',
    act: async () => useSellers.setState({ page: longSeller }),
  },
  {
    id: 'footer-seller',
    title: 'The footer with a seller',
    url: '/sellerprofile/tide-and-kiln',
    answers: { 'GET mobiledigital/sellerInformation': { status: true, seller: sellers.tide, products: [] } },
    shows: 'Supplied by',
    act: ({ show }) => show('footer a[href="/terms"]'),
  },
  { id: 'menu', title: 'The menu', url: '/browse', menu: true, shows: 'Books and paper' },
  {
    id: 'menu-children',
    title: 'The menu, one level down',
    url: '/browse',
    menu: true,
    shows: 'Tableware',
    act: ({ press }) => press('Open Home'),
  },
  {
    id: 'menu-loading',
    title: 'The menu, loading',
    url: '/account/orders',
    session: signedInCustomer(),
    menu: true,
    shows: 'Browse',
    answers: { 'GET mobiledigital/categories': slow },
  },
  {
    id: 'menu-visitor',
    title: 'The menu of a visitor',
    url: '/browse',
    menu: true,
    shows: 'No password',
    act: ({ press }) => press('Account'),
  },
  {
    id: 'menu-customer',
    title: 'The menu of a signed-in customer',
    url: '/browse',
    session: signedInCustomer(),
    menu: true,
    shows: 'Sign Out',
    act: ({ press }) => press('Account'),
  },
  {
    id: 'loader',
    title: 'The loader',
    url: '/browse',
    shows: 'Adding to your cart...',
    act: () => showLoader('global', 'Adding to your cart...'),
  },
  {
    id: 'announcement',
    title: 'An announcement',
    url: '/browse',
    shows: 'Added to your cart',
    act: () => showToast('Added to your cart'),
  },
  {
    id: 'undo',
    title: 'Undo, beside the page',
    url: '/browse',
    shows: 'Undo',
    act: () => offerUndo('Your cart is empty', () => undefined),
  },
  {
    id: 'undo-cart',
    title: 'Undo, in the cart',
    url: '/browse',
    session: signedInCustomer(),
    giftCards: fiveCards(),
    popup: { kind: 'cart' },
    shows: 'Undo',
    act: ({ press }) => press('Remove'),
  },
  {
    id: 'offline-strip',
    title: 'The strip of a lost connection',
    url: '/product/1',
    shows: 'You’re offline. We’ll reconnect automatically.',
    act: () => setDisconnected(true),
  },
  { id: 'not-found', title: 'Page not found', url: '/404', shows: 'Page not found' },
  { id: 'offline-page', title: 'A page that cannot be fetched', url: '/offline', shows: 'No connection' },
  { id: 'error-screen', title: 'The error screen', part: ErrorScreen, shows: 'Unexpected Error' },
]);

const popups = defineStories('Popups', { url: '/browse' }, [
  { id: 'popup-offline', title: 'Offline', shows: "You're offline", act: () => setOffline(true) },
  {
    id: 'popup-message',
    title: 'A message',
    shows: 'Something Went Wrong',
    popup: { kind: 'message', message: 'The gift card could not be saved. Please try again in a minute.' },
  },
  {
    id: 'popup-message-long',
    title: 'A long message',
    shows: 'Qty not Available',
    popup: {
      kind: 'message',
      header: 'Qty not Available',
      message: `The requested qty is not available.\n${'We looked on every shelf, behind the kiln and under the counter. '.repeat(8)}`,
    },
  },
  {
    id: 'popup-unexpected',
    title: 'Unexpected error',
    shows: 'Unexpected Error',
    popup: { kind: 'unexpected' },
  },
  {
    id: 'popup-out-of-stock',
    title: 'Out of stock',
    shows: 'Product is out of stock.',
    popup: { kind: 'out-of-stock' },
  },
  {
    id: 'popup-secure-mobile',
    title: 'Secure mobile',
    shows: 'Your mobile keeps you safe',
    popup: { kind: 'secure-mobile' },
  },
  {
    id: 'popup-supplied-by',
    title: 'Supplied by',
    shows: 'Supplied by Tide & Kiln',
    popup: { kind: 'supplied-by', seller: sellers.tide },
  },
  {
    id: 'popup-supplied-by-long',
    title: 'Supplied by, long words',
    shows: 'Worrigee',
    popup: { kind: 'supplied-by', seller: longSeller },
  },
]);

const words = defineStories('Home and legal', {}, [
  { id: 'home', title: 'Home', url: '/', shows: 'Request a Demo' },
  {
    id: 'home-demo',
    title: 'Request a Demo',
    url: '/',
    shows: 'Request a Demo',
    act: ({ show }) => show('#demo form'),
  },
  {
    id: 'home-demo-errors',
    title: 'Request a Demo, mistakes',
    url: '/',
    shows: 'Please enter a company',
    act: async ({ press, show }) => {
      await press('Request a Demo');
      await show('#demo form');
    },
  },
  {
    id: 'home-demo-busy',
    title: 'Request a Demo, sending',
    url: '/',
    shows: 'Request a Demo',
    answers: { 'POST /leads': slow },
    act: fillDemo,
  },
  {
    id: 'home-demo-sent',
    title: 'Request a Demo, sent',
    url: '/',
    shows: 'Thank you, Nell',
    answers: { 'POST /leads': { status: true } },
    act: async (interactions) => {
      await fillDemo(interactions);
      await interactions.see('Thank you, Nell');
      await interactions.show('#demo [role=status]');
    },
  },
  { id: 'help', title: 'Help', url: '/help', shows: 'Contact us' },
  { id: 'terms', title: 'Terms', url: '/terms', shows: 'Terms' },
  { id: 'privacy', title: 'Privacy', url: '/privacy', shows: 'Privacy' },
]);

async function fillDemo({ type, press, show }: Interactions): Promise<void> {
  await type('First name', 'Nell');
  await type('Last name', 'Abara');
  await type('Company', 'Tide & Kiln');
  await type('Email', 'nell@tide.example');
  await press('Request a Demo');
  await show('#demo');
}

export const around: Story[] = [...frame, ...popups, ...words];
