import { APPS_BESIDE_SHOP } from '#contract/apps.ts';

const CODE = new RegExp(`^/(?:(?:${APPS_BESIDE_SHOP.join('|')})/)?assets/`);

/** Whether an address or a route is one of a built file whose name changes with its content: of the shop or of an app. */
export const isCode = (url: string): boolean => CODE.test(url);
