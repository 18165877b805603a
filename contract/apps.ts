/** Apps other than the shop. Each serves one page at /<name>, the same for everyone, and its code below that path. */
export const APPS_BESIDE_SHOP = ['till', 'operator', 'seller'] as const;
export type AppBesideShop = (typeof APPS_BESIDE_SHOP)[number];

export const WEB_APPS = ['shop', ...APPS_BESIDE_SHOP] as const;

/** The apps whose texts and error messages are translated. The others are in English. */
export const TRANSLATED_APPS = ['shop', 'till'] as const satisfies (typeof WEB_APPS)[number][];
export type TranslatedApp = (typeof TRANSLATED_APPS)[number];
