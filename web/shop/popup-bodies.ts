import { MessagePopup, OutOfStockPopup, UnexpectedPopup } from './popups/error-popups.tsx';
import { lazyComponent } from './popups/lazy-component.tsx';
import type { PopupBodies } from './state/popups.ts';

/**
 * Each body starts with <SheetTitle>. Popups about failed calls are in the main bundle, because code may fail to load
 * when they are needed; the other popups use `lazyComponent`.
 */
export const popupBodies: PopupBodies = {
  message: MessagePopup,
  unexpected: UnexpectedPopup,
  'out-of-stock': OutOfStockPopup,
  'sign-in': lazyComponent(() => import('./sign-in/sign-in-popup.tsx').then((file) => file.SignInPopup)),
  'other-account': lazyComponent(() =>
    import('./sign-in/other-account/other-account-popup.tsx').then((file) => file.OtherAccountPopup),
  ),
  'prove-mobile': lazyComponent(() =>
    import('./sign-in/proof/prove-mobile-popup.tsx').then((file) => file.ProveMobilePopup),
  ),
  'new-passkeys': lazyComponent(() =>
    import('./account/passkeys/new-passkeys-popup.tsx').then((file) => file.NewPasskeysPopup),
  ),
  cart: lazyComponent(() => import('./cart/cart-popup.tsx').then((file) => file.CartPopup)),
  search: lazyComponent(() => import('./search/search-popup.tsx').then((file) => file.SearchPopup)),
  partner: lazyComponent(() => import('./register/partner-popup.tsx').then((file) => file.PartnerPopup)),
  'secure-mobile': lazyComponent(() =>
    import('./popups/secure-mobile-popup.tsx').then((file) => file.SecureMobilePopup),
  ),
  'supplied-by': lazyComponent(() => import('./popups/supplied-by-popup.tsx').then((file) => file.SuppliedByPopup)),
};
