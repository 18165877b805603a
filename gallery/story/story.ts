import type { ComponentType } from 'react';
import type { ShopSettings } from '#contract/shop.ts';
import type { Session } from '#web/shop/session/session.ts';
import type { GiftCards } from '#web/shop/state/gift-cards.ts';
import type { Popup } from '#web/shop/state/popups.ts';
import type { Answers } from './answers.ts';
import type { Interactions } from './interactions.ts';

export const AREAS = [
  'Parts',
  'Frame',
  'Popups',
  'Home and legal',
  'Browse',
  'Product',
  'Seller',
  'Gift card flow',
  'Cart',
  'Checkout',
  'Sign-in',
  'Account',
  'Card page and phone',
  'Till',
] as const;
export type Area = (typeof AREAS)[number];

/** Stories of one area, with what they have in common. */
export function inArea(area: Area, common: Partial<Story>, stories: Omit<Story, 'area'>[]): Story[] {
  return stories.map((story) => ({ area, ...common, ...story }));
}

/** One screen or part in one state. */
export type Story = {
  /** Its address: /gallery/{id}. */
  id: string;
  area: Area;
  title: string;
  /** A text that is on the page when the state is reached. */
  shows: string;
  /** An address of the shop; without one the story is a `part`. */
  at?: string;
  part?: ComponentType;
  /** What the server's loader hands to a screen that has no other way to its data. */
  loaded?: unknown;
  /** Of the shop, where they are not as in every story. */
  settings?: Partial<ShopSettings>;
  /** Nobody is signed in unless the story says so. */
  session?: Partial<Session>;
  giftCards?: GiftCards;
  /** What the calls return, beside those of every story (shop-state.ts). */
  answers?: Answers;
  /** The stores, right before the screen is drawn. */
  before?: () => void;
  /** Opened once the screen is there. */
  popup?: Popup;
  menu?: boolean;
  /** What a customer would do to get there. */
  act?: (interactions: Interactions) => Promise<void> | void;
};
