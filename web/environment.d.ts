/// <reference types="vite/client" />

/** Set by vite.config.ts; undefined in unit tests. */
declare const __BRAND__: 'giftcard' | 'product' | undefined;

declare module '*.po' {
  export const messages: import('@lingui/core').Messages;
}
