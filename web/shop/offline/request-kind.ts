import { isPublicPage } from '#contract/rules/public-pages.ts';
import { KEPT_CALL } from '../calls/browser-calls.ts';

/** Empty pages that the browser fills with the gift cards it stores. */
const GIFT_STEP = /^\/giftcard\/(add|mmstemplates|schedule|sendnoworschedule)\//;

const CARD = /^\/card\/[\w-]{1,100}\/?$/;
const CARD_DRAWING = /^\/card\/[\w-]{1,100}\/words\.svg$/;
const OTHER_APP = /^\/(till|operator|seller)(\/|$)/;

export type RequestKind =
  | 'asset'
  | 'picture'
  | 'call'
  | 'public page'
  | 'gift step'
  | 'card page'
  | 'card drawing'
  | 'page'
  | 'unhandled';

type RequestFacts = {
  url: URL;
  origin: string;
  navigates: boolean;
  signedIn: boolean;
};

/**
 * Customer data is never cached: its kind is 'page' or 'unhandled'. Opened gift cards have their own cache
 * (kept-cards.ts).
 */
export function requestKind({ url, origin, navigates, signedIn }: RequestFacts): RequestKind {
  const { pathname } = url;
  if (url.origin !== origin || signedIn) return 'unhandled';
  if (navigates) return pageKind(pathname);
  if (pathname.startsWith('/assets/')) return 'asset';
  // A picture URL with a version always returns the same bytes, so it can be cached.
  if (pathname.startsWith('/media/') && url.searchParams.has('v')) return 'picture';
  if (CARD_DRAWING.test(pathname)) return 'card drawing';
  return KEPT_CALL.test(pathname) ? 'call' : 'unhandled';
}

function pageKind(pathname: string): RequestKind {
  if (isPublicPage(pathname)) return 'public page';
  if (isCardPage(pathname)) return 'card page';
  if (OTHER_APP.test(pathname)) return 'unhandled';
  return GIFT_STEP.test(pathname) ? 'gift step' : 'page';
}

export const isCardPage = (pathname: string): boolean => CARD.test(pathname);

/** Maps '/giftcard/schedule/7/9' to '/giftcard/schedule/-/-'. */
export function giftStepPage(pathname: string): string {
  const [, step = ''] = GIFT_STEP.exec(pathname) ?? [];
  return `/giftcard/${step}/${step === 'add' ? '-' : '-/-'}`;
}

export const GIFT_STEP_PAGES = ['add', 'mmstemplates', 'schedule', 'sendnoworschedule'].map((step) =>
  giftStepPage(`/giftcard/${step}/`),
);
