import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** The gallery exists only in development and test builds (docs/gallery.md). */
const gallery = import.meta.env.DEV || import.meta.env.VITE_GALLERY === '1';

/** In the order of the specification. Pages that require sign-in use <CustomersOnly>. */
export default [
  index('home/home.tsx'),
  route('browse', 'browse/browse.tsx'),
  route('category/:id', 'browse/category.tsx'),
  route('search', 'search/search.tsx'),
  route('product/:id', 'product/product.tsx'),
  route('sellerprofile/:shopUrl', 'seller/seller.tsx'),

  route('giftcard/add/:key', 'gift-card/recipient/recipient.tsx'),
  route('giftcard/edit/:detailsId', 'gift-card/recipient/edit-recipient.tsx'),
  route('giftcard/mmstemplates/:detailsId/:productUuid', 'gift-card/template/templates.tsx'),
  route('giftcard/schedule/:detailsId/:productUuid', 'gift-card/schedule/schedule.tsx'),
  route('giftcard/sendnoworschedule/:detailsId/:productUuid', 'gift-card/preview/preview.tsx'),
  route('updateproduct/:id', 'product/update-product.tsx'),

  route('checkout', 'checkout/checkout.tsx'),
  route('success', 'success/success.tsx'),

  route('register', 'register/register.tsx'),
  route('signin', 'sign-in/sign-in-screen.tsx'),
  route('expiredlink', 'link/expired-link.tsx'),
  route('autologin/:jwt', 'link/autologin.tsx'),

  route('account', 'account/account.tsx'),
  route('account/addressinformation', 'account/addresses/address-information.tsx'),
  route('account/addaddress', 'account/addresses/add-address.tsx'),
  route('account/personaldetails', 'account/details/personal-details.tsx'),
  route('account/savedcards', 'account/cards/saved-cards.tsx'),
  route('account/giftcards', 'account/gift-cards/gift-cards.tsx'),
  route('account/orders', 'account/orders/orders.tsx'),
  route('account/order/:id', 'account/orders/order.tsx'),
  route('account/order/:id/print/:detailsId', 'account/print/print-card.tsx'),

  route('help', 'help/help.tsx'),
  route('terms', 'legal/terms.tsx'),
  route('privacy', 'legal/privacy.tsx'),

  // These pages have no shop header. With a wallet, the card page leads to the wallet pass if there is one
  // (server/api/shop/gift-cards/pass-routes.ts).
  route('card/:secret/:wallet?', 'card/card.tsx'),
  route('phone', 'phone/phone.tsx'),

  route('offline', 'offline/offline.tsx'),

  ...(gallery ? [route('gallery/:id?', '../../gallery/gallery.tsx')] : []),

  route('404', 'not-found/not-found.tsx'),
  route('*', 'not-found/catch-all.ts'),
] satisfies RouteConfig;
