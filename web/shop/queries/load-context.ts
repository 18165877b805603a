import { createContext, RouterContextProvider } from 'react-router';
import type { ShopSettings } from '#contract/shop.ts';

/**
 * RouterContextProvider and the key below exist once per bundle, so the server uses the exports in `build.entry.module`
 * of the build it runs.
 *
 * `fetch` is in-process and takes paths beginning with /rest/. `publicUrl` has no trailing slash.
 */
export type LoadContext = {
  nonce: string;
  fetch: typeof fetch;
  settings: ShopSettings;
  publicUrl: string;
  /** Whether phones may cache the shop for offline use. */
  offline: 'on' | 'off';
  /** Customers only see the unexpected-error screen. */
  report(error: unknown): void;
};

export const loadContext = createContext<LoadContext>();

export function createLoadContext(values: LoadContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(loadContext, values);
  return provider;
}
