import { isPublicPage } from '#contract/rules/public-pages.ts';

/** Public calls whose answers are the same for everybody. A card's own call is a secret and is not among them. */
const CALL =
  /^\/rest\/[^/]+\/V1\/mobiledigital\/(browseProducts|categoryProducts|categories|facets|occasions|product|search|seller|sellerInformation|shopsettings)$/;
/** Steps of the gift card flow: their page is empty until the phone fills it with its own cards. */
const GIFT_STEP = /^\/giftcard\/(add|mmstemplates|schedule|sendnoworschedule)\//;

export type RequestKind = 'asset' | 'picture' | 'call' | 'public page' | 'gift step' | 'page' | 'unhandled';

type RequestFacts = {
  url: URL;
  /** Of the shop. */
  origin: string;
  navigates: boolean;
  /** The request carries a bearer. */
  signedIn: boolean;
};

/** How the offline shop treats a request. Nothing of a customer is ever kept: it is 'page' or 'unhandled'. */
export function requestKind({ url, origin, navigates, signedIn }: RequestFacts): RequestKind {
  const { pathname } = url;
  if (url.origin !== origin || signedIn) return 'unhandled';
  if (navigates) return pageKind(pathname);
  if (pathname.startsWith('/assets/')) return 'asset';
  // The version in the address names the very bytes.
  if (pathname.startsWith('/media/') && url.searchParams.has('v')) return 'picture';
  return CALL.test(pathname) ? 'call' : 'unhandled';
}

function pageKind(pathname: string): RequestKind {
  if (isPublicPage(pathname)) return 'public page';
  return GIFT_STEP.test(pathname) ? 'gift step' : 'page';
}

/** One page stands for every card at a step: '/giftcard/schedule/7/9' -> '/giftcard/schedule/-/-'. */
export function giftStepPage(pathname: string): string {
  const [, step = ''] = GIFT_STEP.exec(pathname) ?? [];
  return `/giftcard/${step}/${step === 'add' ? '-' : '-/-'}`;
}

export const GIFT_STEP_PAGES = ['add', 'mmstemplates', 'schedule', 'sendnoworschedule'].map((step) =>
  giftStepPage(`/giftcard/${step}/`),
);
