import type { ComponentType } from 'react';
import { create } from 'zustand';
import type { Seller } from '#contract/catalogue.ts';

/**
 * Every popup of the shop. `next` of the sign-in popup is what the customer was about to do: it goes on after sign-in,
 * also when registration comes between. What a kind shows stands in web/popup-bodies.ts.
 */
export type Popup =
  | { kind: 'message'; header?: string; message: string }
  | { kind: 'unexpected' }
  | { kind: 'out-of-stock' }
  | { kind: 'secure-mobile' }
  | { kind: 'supplied-by'; seller: Seller }
  | { kind: 'sign-in'; step?: 'mobile' | 'code'; mobile?: string; expired?: boolean; next?: () => void }
  | { kind: 'cart' }
  | { kind: 'search' }
  | { kind: 'partner'; seller?: Seller };
type PopupKind = Popup['kind'];
export type PopupOf<Kind extends PopupKind> = Extract<Popup, { kind: Kind }>;
/** What the component of a popup is given. */
export type PopupProps<Kind extends PopupKind> = { popup: PopupOf<Kind>; close: () => void };
export type PopupBodies = { [Kind in PopupKind]: ComponentType<PopupProps<Kind>> };

type Popups = { popup: Popup | null; offline: boolean; menu: boolean };

/** One popup at a time, the latest wins; offline lies on top of it. The side menu is a sheet of its own. */
export const usePopups = create<Popups>()(() => ({ popup: null, offline: false, menu: false }));

export function openPopup(popup: Popup): void {
  usePopups.setState({ popup, menu: false });
}

export function closePopup(): void {
  usePopups.setState({ popup: null });
}

/** The flag clears with the reload of the Refresh button, or when the customer closes the popup. */
export function setOffline(offline: boolean): void {
  usePopups.setState({ offline });
}

export function setMenu(menu: boolean): void {
  usePopups.setState({ menu });
}

/** On every route change: the menu and what lies over the page close. Messages stay, they explain the change. */
export function closeForRouteChange(): void {
  const { popup } = usePopups.getState();
  const stays = popup !== null && stayOpen.has(popup.kind);
  usePopups.setState({ menu: false, popup: stays ? popup : null });
}

const stayOpen: ReadonlySet<PopupKind> = new Set(['message', 'unexpected', 'out-of-stock', 'sign-in', 'partner']);
