import type { ComponentType } from 'react';
import type { LoaderFunction } from 'react-router';

type Screen = { default: ComponentType; clientLoader?: LoaderFunction };

/** The screens of web/routes.ts by their addresses. A test holds the two together. */
export const screens: Record<string, () => Promise<Screen>> = {
  '/': () => import('../shop/home/home.tsx'),
  '/browse': () => import('../shop/browse/browse.tsx'),
  '/category/:id': () => import('../shop/browse/category.tsx'),
  '/search': () => import('../shop/search/search.tsx'),
  '/product/:id': () => import('../shop/product/product.tsx'),
  '/sellerprofile/:shopUrl': () => import('../shop/seller/seller.tsx'),
  '/giftcard/add/:key': () => import('../shop/gift-card/recipient.tsx'),
  '/giftcard/edit/:detailsId': () => import('../shop/gift-card/edit-recipient.tsx'),
  '/giftcard/mmstemplates/:detailsId/:productUuid': () => import('../shop/gift-card/templates.tsx'),
  '/giftcard/schedule/:detailsId/:productUuid': () => import('../shop/gift-card/schedule.tsx'),
  '/giftcard/sendnoworschedule/:detailsId/:productUuid': () => import('../shop/gift-card/preview.tsx'),
  '/updateproduct/:id': () => import('../shop/product/update-product.tsx'),
  '/checkout': () => import('../shop/checkout/checkout.tsx'),
  '/success': () => import('../shop/success/success.tsx'),
  '/register': () => import('../shop/register/register.tsx'),
  '/signin': () => import('../shop/sign-in/sign-in-screen.tsx'),
  '/expiredlink': () => import('../shop/sign-in/expired-link.tsx'),
  '/autologin/:jwt': () => import('../shop/sign-in/autologin.tsx'),
  '/account': () => import('../shop/account/account.tsx'),
  '/account/addressinformation': () => import('../shop/account/address-information.tsx'),
  '/account/addaddress': () => import('../shop/account/add-address.tsx'),
  '/account/personaldetails': () => import('../shop/account/personal-details.tsx'),
  '/account/savedcards': () => import('../shop/account/saved-cards.tsx'),
  '/account/orders': () => import('../shop/account/orders.tsx'),
  '/account/order/:id': () => import('../shop/account/order.tsx'),
  '/terms': () => import('../shop/legal/terms.tsx'),
  '/privacy': () => import('../shop/legal/privacy.tsx'),
  '/card/:secret/:wallet?': () => import('../card/card.tsx'),
  '/phone': () => import('../phone/phone.tsx'),
  '/offline': () => import('../offline/offline.tsx'),
  '/404': () => import('../shop/not-found/not-found.tsx'),
};
