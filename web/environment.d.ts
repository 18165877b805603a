/// <reference types="vite/client" />

/** Set by vite.config.ts; unit tests run without it. */
declare const __BRAND__: 'giftcard' | 'product' | undefined;
