import { index, type RouteConfig, route } from '@react-router/dev/routes';

/**
 * Only while developing and in the build that tests look at: the shop that is served has no gallery (docs/gallery.md).
 */
const gallery = import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1';

/**
 * Every address of the shop, in the order of the specification. A screen is one file; a page that needs sign-in wraps
 * its content in <CustomersOnly> (web/shop/session/guards.tsx).
 */
export default [
  // Shop window
  index('home/home.tsx'),
  route('browse', 'browse/browse.tsx'),
  route('category/:id', 'browse/category.tsx'),
  route('search', 'search/search.tsx'),
  route('product/:id', 'product/product.tsx'),
  route('sellerprofile/:shopUrl', 'seller/seller.tsx'),

  // Gift card flow
  route('giftcard/add/:key', 'gift-card/recipient/recipient.tsx'),
  route('giftcard/edit/:detailsId', 'gift-card/recipient/edit-recipient.tsx'),
  route('giftcard/mmstemplates/:detailsId/:productUuid', 'gift-card/template/templates.tsx'),
  route('giftcard/schedule/:detailsId/:productUuid', 'gift-card/schedule/schedule.tsx'),
  route('giftcard/sendnoworschedule/:detailsId/:productUuid', 'gift-card/preview/preview.tsx'),
  route('updateproduct/:id', 'product/update-product.tsx'),

  // Checkout
  route('checkout', 'checkout/checkout.tsx'),
  route('success', 'success/success.tsx'),

  // Sign-in and registration
  route('register', 'register/register.tsx'),
  route('signin', 'sign-in/sign-in-screen.tsx'),
  route('expiredlink', 'link/expired-link.tsx'),
  route('autologin/:jwt', 'link/autologin.tsx'),

  // Account
  route('account', 'account/account.tsx'),
  route('account/addressinformation', 'account/addresses/address-information.tsx'),
  route('account/addaddress', 'account/addresses/add-address.tsx'),
  route('account/personaldetails', 'account/details/personal-details.tsx'),
  route('account/savedcards', 'account/cards/saved-cards.tsx'),
  route('account/giftcards', 'account/gift-cards/gift-cards.tsx'),
  route('account/orders', 'account/orders/orders.tsx'),
  route('account/order/:id', 'account/orders/order.tsx'),
  route('account/order/:id/print/:detailsId', 'account/print/print-card.tsx'),

  // Help and legal
  route('help', 'help/help.tsx'),
  route('terms', 'legal/terms.tsx'),
  route('privacy', 'legal/privacy.tsx'),

  // Outside the shop: what a recipient opens, and the demo phone.
  // With a wallet after it the address leads to a pass (server/api/shop/gift-cards/pass-routes.ts), or where there
  // is none, to this page.
  route('card/:secret/:wallet?', 'card/card.tsx'),
  route('phone', 'phone/phone.tsx'),

  // Kept by the worker for when there is no network
  route('offline', 'offline/offline.tsx'),

  ...(gallery ? [route('gallery/:id?', '../../gallery/gallery.tsx')] : []),

  // Not found
  route('404', 'not-found/not-found.tsx'),
  route('*', 'not-found/catch-all.ts'),
] satisfies RouteConfig;
