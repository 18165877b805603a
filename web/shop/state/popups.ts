import type { ComponentType } from 'react';
import { create } from 'zustand';
import type { Seller } from '#contract/catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Passkey } from '#contract/shapes/passkey.ts';

/** An error answer: its words are found when they are shown (web/shop/errors/error-text.ts). */
type AnsweredError = { code: ErrorCode | ''; parameters: unknown; message: string };

/**
 * After a link: paying with what is saved, using a card that was bought, or changing what was in the account before. Or
 * changing how the account is reached.
 */
export type CodeUse = 'pay' | 'card' | 'account' | 'change';

/**
 * Every popup of the shop. `signIn` of a message offers a sign-in by code as the way on. `next` of the sign-in popup is
 * what the customer was about to do: it goes on after sign-in, also when registration comes between. `place` is the
 * address they asked for, which outlives a page load as well. What a kind shows stands in web/shop/popup-bodies.ts.
 */
export type Popup =
  | { kind: 'message'; header?: string; message: string | AnsweredError; signIn?: boolean }
  | { kind: 'unexpected' }
  | { kind: 'out-of-stock' }
  | { kind: 'secure-mobile' }
  | { kind: 'supplied-by'; seller: Seller }
  | { kind: 'sign-in'; step?: 'mobile' | 'code'; mobile?: string; expired?: boolean; next?: () => void; place?: string }
  /** For who has an account under a number that is lost; what the sign-in popup was to go on with still goes on. */
  | { kind: 'other-account'; place?: string }
  /**
   * A code to the number of the signed-in customer, and what it is for; `onProved` when it was right. It lies `over` the
   * popup that asked for it, which is there again when this one closes.
   */
  | { kind: 'prove-mobile'; mobile: string; to: CodeUse; onProved: () => void; over: Popup | null }
  /** Added within a day, before a sign-in by code: whether it was the customer. */
  | { kind: 'new-passkeys'; passkeys: readonly Passkey[] }
  | { kind: 'cart' }
  | { kind: 'search' }
  | { kind: 'partner'; seller?: Seller };
type PopupKind = Popup['kind'];
export type PopupOf<Kind extends PopupKind> = Extract<Popup, { kind: Kind }>;
/** What the component of a popup is given. */
export type PopupProps<Kind extends PopupKind> = { popup: PopupOf<Kind>; close: () => void };
export type PopupBodies = { [Kind in PopupKind]: ComponentType<PopupProps<Kind>> };

/**
 * `offline`: its popup is open; `disconnected`: the last call had no answer, or the phone has no network. A strip at the
 * top says so.
 */
type Popups = { popup: Popup | null; offline: boolean; disconnected: boolean; menu: boolean };

/** One popup at a time, the latest wins; offline lies on top of it. The side menu is a sheet of its own. */
export const usePopups = create<Popups>()(() => ({
  popup: null,
  offline: false,
  disconnected: false,
  menu: false,
}));

/** Key of the page that popup or menu was opened on, as the router counts pages. */
let openedOn = '';

export function openPopup(popup: Popup): void {
  openedOn = pageKey();
  usePopups.setState({ popup, menu: false });
}

export function closePopup(): void {
  usePopups.setState(({ popup }) => ({ popup: popup?.kind === 'prove-mobile' ? popup.over : null }));
}

/** Asks whether the customer added these passkeys; over once each is answered for, or they close it. */
export function askAboutPasskeys(passkeys: readonly Passkey[]): Promise<void> {
  if (passkeys.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    openPopup({ kind: 'new-passkeys', passkeys });
    const unwatch = usePopups.subscribe(({ popup }) => {
      if (popup?.kind === 'new-passkeys' || popup?.kind === 'prove-mobile') return;
      unwatch();
      resolve();
    });
  });
}

/** Asks who is signed in for a code, over the page; false when they close it. */
export function askForCode(mobile: string, to: CodeUse): Promise<boolean> {
  return new Promise((resolve) => {
    let isProved = false;
    const onProved = () => {
      isProved = true;
      closePopup();
    };
    openPopup({ kind: 'prove-mobile', mobile, to, onProved, over: usePopups.getState().popup });
    const unwatch = usePopups.subscribe(({ popup }) => {
      if (popup?.kind === 'prove-mobile') return;
      unwatch();
      resolve(isProved);
    });
  });
}

/** No answer came to what the customer asked for. Closed by hand, or by Refresh. */
export function setOffline(offline: boolean): void {
  usePopups.setState(offline ? { offline, disconnected: true } : { offline });
}

/** The network is back: popup and strip go in one. */
export function setConnected(): void {
  usePopups.setState({ offline: false, disconnected: false });
}

/** No answer came to what nobody asked for: no popup over what the customer is doing. */
export function setDisconnected(disconnected: boolean): void {
  if (usePopups.getState().disconnected !== disconnected) usePopups.setState({ disconnected });
}

export function setMenu(menu: boolean): void {
  if (menu) openedOn = pageKey();
  usePopups.setState({ menu });
}

/**
 * On every route change to the page `key`: the menu and what lies over the page close. Messages stay, they explain the
 * change. So does what was opened since the address changed: the page is drawn a little later, and a menu that was
 * tapped in between must not close again.
 */
export function closeForRouteChange(key: string): void {
  if (openedOn === key) return;
  const { popup } = usePopups.getState();
  const stays = popup !== null && stayOpen.has(popup.kind);
  usePopups.setState({ menu: false, popup: stays ? popup : null });
}

/** Of the page in the address bar. */
function pageKey(): string {
  return globalThis.history?.state?.key ?? 'default';
}

const stayOpen: ReadonlySet<PopupKind> = new Set([
  ...(['message', 'unexpected', 'out-of-stock', 'sign-in', 'new-passkeys', 'partner'] as const),
]);
