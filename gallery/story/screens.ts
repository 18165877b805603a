import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router';

type Screen = { default: ComponentType; clientLoader?: LoaderFunction };

/** The screens of web/routes.ts by their addresses. A test holds the two together. */
export const screens: Record<string, () => Promise<Screen>> = {
  '/': () => import('#web/home/home.tsx'),
  '/browse': () => import('#web/browse/browse.tsx'),
  '/category/:id': () => import('#web/browse/category.tsx'),
  '/search': () => import('#web/search/search.tsx'),
  '/product/:id': () => import('#web/product/product.tsx'),
  '/sellerprofile/:shopUrl': () => import('#web/seller/seller.tsx'),
  '/giftcard/add/:key': () => import('#web/gift-card/recipient/recipient.tsx'),
  '/giftcard/edit/:detailsId': () => import('#web/gift-card/recipient/edit-recipient.tsx'),
  '/giftcard/mmstemplates/:detailsId/:productUuid': () => import('#web/gift-card/template/templates.tsx'),
  '/giftcard/schedule/:detailsId/:productUuid': () => import('#web/gift-card/schedule/schedule.tsx'),
  '/giftcard/sendnoworschedule/:detailsId/:productUuid': () => import('#web/gift-card/preview/preview.tsx'),
  '/updateproduct/:id': () => import('#web/product/update-product.tsx'),
  '/checkout': () => import('#web/checkout/checkout.tsx'),
  '/success': () => import('#web/success/success.tsx'),
  '/register': () => import('#web/register/register.tsx'),
  '/signin': () => import('#web/sign-in/sign-in-screen.tsx'),
  '/expiredlink': () => import('#web/sign-in/link/expired-link.tsx'),
  '/autologin/:jwt': () => import('#web/sign-in/link/autologin.tsx'),
  '/account': () => import('#web/account/account.tsx'),
  '/account/addressinformation': () => import('#web/account/addresses/address-information.tsx'),
  '/account/addaddress': () => import('#web/account/addresses/add-address.tsx'),
  '/account/personaldetails': () => import('#web/account/details/personal-details.tsx'),
  '/account/savedcards': () => import('#web/account/cards/saved-cards.tsx'),
  '/account/giftcards': () => import('#web/account/gift-cards/gift-cards.tsx'),
  '/account/orders': () => import('#web/account/orders/orders.tsx'),
  '/account/order/:id': () => import('#web/account/orders/order.tsx'),
  '/account/order/:id/print/:detailsId': () => import('#web/account/print/print-card.tsx'),
  '/help': () => import('#web/help/help.tsx'),
  '/terms': () => import('#web/legal/terms.tsx'),
  '/privacy': () => import('#web/legal/privacy.tsx'),
  '/card/:secret/:wallet?': () => import('#web/card/card.tsx'),
  '/phone': () => import('#web/phone/phone.tsx'),
  '/till': () => import('#web/till/till.tsx'),
  '/offline': () => import('#web/offline/offline.tsx'),
  '/404': () => import('#web/not-found/not-found.tsx'),
};
