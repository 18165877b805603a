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

export function defineStories(area: Area, common: Partial<Story>, stories: Omit<Story, 'area'>[]): Story[] {
  return stories.map((story) => ({ area, ...common, ...story }));
}

export type Story = {
  id: string;
  area: Area;
  title: string;
  shows: string;
  /** The story's shop URL; omitted if the story shows a `part`. */
  url?: string;
  part?: ComponentType;
  loaded?: unknown;
  settings?: Partial<ShopSettings>;
  session?: Partial<Session>;
  giftCards?: GiftCards;
  answers?: Answers;
  before?: () => void;
  popup?: Popup;
  menu?: boolean;
  act?: (interactions: Interactions) => Promise<void> | void;
};
