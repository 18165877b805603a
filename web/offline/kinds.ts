import { isPublicPage } from '#contract/rules/public-pages.ts';

/** Public calls whose answers are the same for everybody. A card's own call is a secret and is not among them. */
const CALL =
  /^\/rest\/[^/]+\/V1\/mobiledigital\/(browseProducts|categoryProducts|categories|facets|product|search|seller|sellerInformation|shopsettings)$/;
/** Steps of the gift card flow: their page is empty until the phone fills it with its own cards. */
const GIFT_STEP = /^\/giftcard\/(add|mmstemplates|schedule|sendnoworschedule)\//;

export type Kind = 'asset' | 'picture' | 'call' | 'public page' | 'gift step' | 'page' | 'nothing of ours';

type Asked = {
  url: URL;
  /** Where the shop lives. */
  origin: string;
  navigates: boolean;
  /** The request carries a bearer. */
  signedIn: boolean;
};

/**
 * What a request is to the offline shop. Whatever belongs to a customer is never kept: it is 'page' or 'nothing of
 * ours'.
 */
export function kindOf({ url, origin, navigates, signedIn }: Asked): Kind {
  const { pathname } = url;
  if (url.origin !== origin || signedIn) return 'nothing of ours';
  if (navigates) return pageKind(pathname);
  if (pathname.startsWith('/assets/')) return 'asset';
  // The version in the address names the very bytes.
  if (pathname.startsWith('/media/') && url.searchParams.has('v')) return 'picture';
  return CALL.test(pathname) ? 'call' : 'nothing of ours';
}

function pageKind(pathname: string): Kind {
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
