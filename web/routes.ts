import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** Only while developing and in the build that tests look at: the shop that is served has no gallery (docs/gallery.md). */
const gallery = import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1';

/**
 * Every address of the shop, in the order of the specification. A screen is one file; a page that needs sign-in wraps
 * its content in <MembersOnly> (web/shop/shell/guards.tsx).
 */
export default [
  // Shop window
  index('shop/home/home.tsx'),
  route('browse', 'shop/browse/browse.tsx'),
  route('category/:id', 'shop/browse/category.tsx'),
  route('search', 'shop/search/search.tsx'),
  route('product/:id', 'shop/product/product.tsx'),
  route('sellerprofile/:shopUrl', 'shop/seller/seller.tsx'),

  // Gift card flow
  route('giftcard/add/:key', 'shop/gift-card/recipient.tsx'),
  route('giftcard/edit/:detailsId', 'shop/gift-card/edit-recipient.tsx'),
  route('giftcard/mmstemplates/:detailsId/:productUuid', 'shop/gift-card/templates.tsx'),
  route('giftcard/schedule/:detailsId/:productUuid', 'shop/gift-card/schedule.tsx'),
  route('giftcard/sendnoworschedule/:detailsId/:productUuid', 'shop/gift-card/preview.tsx'),
  route('updateproduct/:id', 'shop/product/update-product.tsx'),

  // Checkout
  route('checkout', 'shop/checkout/checkout.tsx'),
  route('success', 'shop/success/success.tsx'),

  // Sign-in and registration
  route('register', 'shop/register/register.tsx'),
  route('signin', 'shop/sign-in/sign-in-screen.tsx'),
  route('expiredlink', 'shop/sign-in/expired-link.tsx'),
  route('autologin/:jwt', 'shop/sign-in/autologin.tsx'),

  // Account
  route('account', 'shop/account/account.tsx'),
  route('account/addressinformation', 'shop/account/address-information.tsx'),
  route('account/addaddress', 'shop/account/add-address.tsx'),
  route('account/personaldetails', 'shop/account/personal-details.tsx'),
  route('account/savedcards', 'shop/account/saved-cards.tsx'),
  route('account/orders', 'shop/account/orders.tsx'),
  route('account/order/:id', 'shop/account/order.tsx'),

  // Legal
  route('terms', 'shop/legal/terms.tsx'),
  route('privacy', 'shop/legal/privacy.tsx'),

  // Outside the shop: what a recipient opens, and the demo phone
  // With a wallet after it the address leads to a pass (server/gift-cards/pass-routes.ts), or where there is none, to this page.
  route('card/:secret/:wallet?', 'card/card.tsx'),
  route('phone', 'phone/phone.tsx'),

  // Kept by the worker for when there is no network
  route('offline', 'offline/offline.tsx'),

  ...(gallery ? [route('gallery/:id?', 'gallery/gallery.tsx')] : []),

  // Not found
  route('404', 'shop/not-found/not-found.tsx'),
  route('*', 'shop/not-found/catch-all.ts'),
] satisfies RouteConfig;
