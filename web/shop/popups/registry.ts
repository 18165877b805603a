import type { ComponentType } from 'react';
import type { PopupKind, PopupOf } from '../../state/popups.ts';
import { later } from './later.tsx';
import { MessagePopup } from './message-popup.tsx';
import { OutOfStockPopup } from './out-of-stock-popup.tsx';
import { UnexpectedPopup } from './unexpected-popup.tsx';

export type PopupProps<Kind extends PopupKind> = { popup: PopupOf<Kind>; close: () => void };

/**
 * Which component shows which popup. It renders inside a sheet and begins with <SheetTitle>. Popups that explain a failed call
 * are loaded with the page, since there may be no way to load them when they are needed; all others with `later`.
 */
export const registry: { [Kind in PopupKind]?: ComponentType<PopupProps<Kind>> } = {
  message: MessagePopup,
  unexpected: UnexpectedPopup,
  'out-of-stock': OutOfStockPopup,
  'sign-in': later(() => import('../sign-in/sign-in-popup.tsx').then((file) => file.SignInPopup)),
  cart: later(() => import('../cart/cart-popup.tsx').then((file) => file.CartPopup)),
  search: later(() => import('../search/search-popup.tsx').then((file) => file.SearchPopup)),
  partner: later(() => import('../register/partner-popup.tsx').then((file) => file.PartnerPopup)),
  'secure-mobile': later(() => import('./secure-mobile-popup.tsx').then((file) => file.SecureMobilePopup)),
  'supplied-by': later(() => import('./supplied-by-popup.tsx').then((file) => file.SuppliedByPopup)),
};
