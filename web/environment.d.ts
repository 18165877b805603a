/// <reference types="vite/client" />

/** Set by vite.config.ts; unit tests run without it. */
declare const __BRAND__: 'giftcard' | 'product' | undefined;

/** Catalogues of words, compiled by Lingui's Vite plugin. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages;
}
