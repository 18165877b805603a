import { create } from 'zustand';
import type { Seller } from '#contract/catalogue.ts';

/**
 * Every popup of the shop. `next` of the sign-in popup is what the shopper was about to do: it goes on after sign-in
 * (decisions 0), also when registration comes between. What a kind shows stands in web/shop/popups/registry.ts.
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
export type PopupKind = Popup['kind'];
export type PopupOf<Kind extends PopupKind> = Extract<Popup, { kind: Kind }>;

type Popups = { popup: Popup | null; offline: boolean; menu: boolean };

/** One popup at a time, the latest wins; offline lies on top of it (OQ-148). The side menu is a sheet of its own. */
export const usePopups = create<Popups>()(() => ({ popup: null, offline: false, menu: false }));

export function openPopup(popup: Popup): void {
  usePopups.setState({ popup, menu: false });
}

export function closePopup(): void {
  usePopups.setState({ popup: null });
}

/** The flag clears with the reload of the Refresh button (OQ-145), or when the shopper closes the popup. */
export function setOffline(offline: boolean): void {
  usePopups.setState({ offline });
}

export function setMenu(menu: boolean): void {
  usePopups.setState({ menu });
}

/** On every route change: the menu and what lies over the page close (OQ-022). Messages stay, they explain the change. */
export function closeForRouteChange(): void {
  const { popup } = usePopups.getState();
  const stays = popup !== null && stayOpen.has(popup.kind);
  usePopups.setState({ menu: false, popup: stays ? popup : null });
}

const stayOpen: ReadonlySet<PopupKind> = new Set(['message', 'unexpected', 'out-of-stock', 'sign-in', 'partner']);
