import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router';

type Screen = { default: ComponentType; clientLoader?: LoaderFunction };

/** A test compares this table with web/shop/routes.ts. */
export const screens: Record<string, () => Promise<Screen>> = {
  '/': () => import('#web/shop/home/home.tsx'),
  '/browse': () => import('#web/shop/browse/browse.tsx'),
  '/category/:id': () => import('#web/shop/browse/category.tsx'),
  '/search': () => import('#web/shop/search/search.tsx'),
  '/product/:id': () => import('#web/shop/product/product.tsx'),
  '/sellerprofile/:shopUrl': () => import('#web/shop/seller/seller.tsx'),
  '/giftcard/add/:key': () => import('#web/shop/gift-card/recipient/recipient.tsx'),
  '/giftcard/edit/:detailsId': () => import('#web/shop/gift-card/recipient/edit-recipient.tsx'),
  '/giftcard/mmstemplates/:detailsId/:productUuid': () => import('#web/shop/gift-card/template/templates.tsx'),
  '/giftcard/schedule/:detailsId/:productUuid': () => import('#web/shop/gift-card/schedule/schedule.tsx'),
  '/giftcard/sendnoworschedule/:detailsId/:productUuid': () => import('#web/shop/gift-card/preview/preview.tsx'),
  '/updateproduct/:id': () => import('#web/shop/product/update-product.tsx'),
  '/checkout': () => import('#web/shop/checkout/checkout.tsx'),
  '/success': () => import('#web/shop/success/success.tsx'),
  '/register': () => import('#web/shop/register/register.tsx'),
  '/signin': () => import('#web/shop/sign-in/sign-in-screen.tsx'),
  '/expiredlink': () => import('#web/shop/link/expired-link.tsx'),
  '/autologin/:jwt': () => import('#web/shop/link/autologin.tsx'),
  '/account': () => import('#web/shop/account/account.tsx'),
  '/account/addressinformation': () => import('#web/shop/account/addresses/address-information.tsx'),
  '/account/addaddress': () => import('#web/shop/account/addresses/add-address.tsx'),
  '/account/personaldetails': () => import('#web/shop/account/details/personal-details.tsx'),
  '/account/savedcards': () => import('#web/shop/account/cards/saved-cards.tsx'),
  '/account/giftcards': () => import('#web/shop/account/gift-cards/gift-cards.tsx'),
  '/account/orders': () => import('#web/shop/account/orders/orders.tsx'),
  '/account/order/:id': () => import('#web/shop/account/orders/order.tsx'),
  '/account/order/:id/print/:detailsId': () => import('#web/shop/account/print/print-card.tsx'),
  '/help': () => import('#web/shop/help/help.tsx'),
  '/terms': () => import('#web/shop/legal/terms.tsx'),
  '/privacy': () => import('#web/shop/legal/privacy.tsx'),
  '/card/:secret/:wallet?': () => import('#web/shop/card/card.tsx'),
  '/phone': () => import('#web/shop/phone/phone.tsx'),
  '/offline': () => import('#web/shop/offline/offline.tsx'),
  '/404': () => import('#web/shop/not-found/not-found.tsx'),
};
