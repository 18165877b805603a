import type { ComponentType } from 'react';
import { create } from 'zustand';
import type { Seller } from '#contract/catalogue.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Passkey } from '#contract/shapes/passkey.ts';

/** An error response, converted to text when it is shown (web/shop/errors/error-text.ts). */
type AnsweredError = { code: ErrorCode | ''; parameters: unknown; message: string };

/**
 * What a code is for. In sessions opened by a link: to 'pay' with saved means, to use a bought 'card', or to change
 * existing 'account' data. In any session: to 'change' how the customer signs in.
 */
export type CodeUse = 'pay' | 'card' | 'account' | 'change';

/**
 * The components are in web/shop/popup-bodies.ts. `signIn`: offers sign-in by code. `next`: resumes the interrupted
 * action after sign-in or registration. `place`: the requested path, kept across reloads.
 */
export type Popup =
  | { kind: 'message'; header?: string; message: string | AnsweredError; signIn?: boolean }
  | { kind: 'unexpected' }
  | { kind: 'out-of-stock' }
  | { kind: 'secure-mobile' }
  | { kind: 'supplied-by'; seller: Seller }
  | { kind: 'sign-in'; step?: 'mobile' | 'code'; mobile?: string; expired?: boolean; next?: () => void; place?: string }
  | { kind: 'other-account'; place?: string }
  /** `to`: what the code is for. `previous`: the popup to reopen on close. */
  | { kind: 'prove-mobile'; mobile: string; to: CodeUse; onProved: () => void; previous: Popup | null }
  | { kind: 'new-passkeys'; passkeys: readonly Passkey[] }
  | { kind: 'cart' }
  | { kind: 'search' }
  | { kind: 'partner'; seller?: Seller };
type PopupKind = Popup['kind'];
export type PopupOf<Kind extends PopupKind> = Extract<Popup, { kind: Kind }>;
export type PopupProps<Kind extends PopupKind> = { popup: PopupOf<Kind>; close: () => void };
export type PopupBodies = { [Kind in PopupKind]: ComponentType<PopupProps<Kind>> };

/** `offline`: the offline popup is open. `disconnected`: a strip shows that the last call or the network failed. */
type Popups = { popup: Popup | null; offline: boolean; disconnected: boolean; menu: boolean };

/** Only one popup is open at a time, besides the offline popup above it. */
export const usePopups = create<Popups>()(() => ({
  popup: null,
  offline: false,
  disconnected: false,
  menu: false,
}));

/** Router key of the page on which the popup or menu opened. */
let openedOn = '';

export function openPopup(popup: Popup): void {
  openedOn = readPageKey();
  usePopups.setState({ popup, menu: false });
}

export function closePopup(): void {
  usePopups.setState(({ popup }) => ({ popup: popup?.kind === 'prove-mobile' ? popup.previous : null }));
}

/** Resolves when the customer has answered for all passkeys or closed the popup. */
export function promptForPasskeys(passkeys: readonly Passkey[]): Promise<void> {
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

/** Resolves to false if the popup is closed without a confirmed code. */
export function promptForCode(mobile: string, to: CodeUse): Promise<boolean> {
  return new Promise((resolve) => {
    let isProved = false;
    const onProved = () => {
      isProved = true;
      closePopup();
    };
    openPopup({ kind: 'prove-mobile', mobile, to, onProved, previous: usePopups.getState().popup });
    const unwatch = usePopups.subscribe(({ popup }) => {
      if (popup?.kind === 'prove-mobile') return;
      unwatch();
      resolve(isProved);
    });
  });
}

/** Call when a call that the customer waits for gets no response. */
export function setOffline(offline: boolean): void {
  usePopups.setState(offline ? { offline, disconnected: true } : { offline });
}

export function setConnected(): void {
  usePopups.setState({ offline: false, disconnected: false });
}

/** Shows the offline strip but no popup, for background calls that get no response. */
export function setDisconnected(disconnected: boolean): void {
  if (usePopups.getState().disconnected !== disconnected) usePopups.setState({ disconnected });
}

export function setMenu(menu: boolean): void {
  if (menu) openedOn = readPageKey();
  usePopups.setState({ menu });
}

/**
 * Closes the menu and popups. Messages stay, because they explain the change. So does anything opened after the URL
 * changed, because pages render later.
 */
export function closeForRouteChange(key: string): void {
  if (openedOn === key) return;
  const { popup } = usePopups.getState();
  const stays = popup !== null && stayOpen.has(popup.kind);
  usePopups.setState({ menu: false, popup: stays ? popup : null });
}

function readPageKey(): string {
  return globalThis.history?.state?.key ?? 'default';
}

const stayOpen: ReadonlySet<PopupKind> = new Set([
  ...(['message', 'unexpected', 'out-of-stock', 'sign-in', 'new-passkeys', 'partner'] as const),
]);
