import { APPS_BESIDE_SHOP } from '#contract/apps.ts';

const CODE = new RegExp(`^/(?:(?:${APPS_BESIDE_SHOP.join('|')})/)?assets/`);

/** Matches built files, which have a content hash in their name. */
export const isCode = (url: string): boolean => CODE.test(url);
