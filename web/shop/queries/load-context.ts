import { createContext, RouterContextProvider } from 'react-router';
import type { ShopSettings } from '#contract/shop.ts';

/**
 * What the HTTP server hands to every server-rendered page.
 *
 * React Router 8 takes a RouterContextProvider, and both that class and the key below exist once per bundle (the dev
 * server has its own copy of the router). So the server uses what entry.server.tsx re-exports from the build it runs:
 *
 *   const build = await import('build/giftcard/server/index.js');         // or the dev server's module
 *   const { createRequestHandler, createLoadContext } = build.entry.module;
 *   const handle = createRequestHandler(build, 'production');
 *   const context = createLoadContext({ nonce, fetch, settings, publicUrl, offline, report });
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
  /** Whether phones may keep the shop for when there is no network. */
  offline: 'on' | 'off';
  /** Reports errors of loaders and renders, which the customer only sees as the unexpected-error screen. */
  report(error: unknown): void;
};

export const loadContext = createContext<LoadContext>();

export function createLoadContext(values: LoadContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(loadContext, values);
  return provider;
}
