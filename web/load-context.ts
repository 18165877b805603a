import { createContext, RouterContextProvider } from 'react-router';
import type { ShopSettings } from '#contract/shop.ts';

/**
 * What the HTTP server hands to every server-rendered page.
 *
 * React Router 8 takes a RouterContextProvider, and the key below exists once per bundle: the server must use the one
 * inside the build it runs, not import this file. entry.server.tsx therefore re-exports `createLoadContext`:
 *
 *   const build = await import('build/giftcard/server/index.js');         // or the dev server's module
 *   const handle = createRequestHandler(build, 'production');
 *   const context = build.entry.module.createLoadContext({ nonce, fetch, settings, publicUrl, report });
 *   const response: Response = await handle(request, context);
 *
 * `fetch` is in-process: it receives paths that begin with /rest/ and the signal of the request. `nonce` is the one
 * of the content security policy of this answer. `publicUrl` never ends in a slash.
 */
export type LoadContext = {
  nonce: string;
  fetch: typeof fetch;
  settings: ShopSettings;
  publicUrl: string;
  /** Told about errors of loaders and renders that the shopper only sees as the unexpected-error screen. */
  report(error: unknown): void;
};

export const loadContext = createContext<LoadContext>();

export function createLoadContext(values: LoadContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(loadContext, values);
  return provider;
}
