import { createContext, RouterContextProvider } from 'react-router';
import type { ShopSettings } from '#contract/shop.ts';

/**
 * Each bundle has its own RouterContextProvider and key, so the server must use the ones that `build.entry.module`
 * exports. `fetch` runs in-process and takes paths that begin with /rest/. `publicUrl` has no trailing slash.
 */
export type LoadContext = {
  nonce: string;
  fetch: typeof fetch;
  settings: ShopSettings;
  publicUrl: string;
  offline: 'on' | 'off';
  /** Reports the error, because customers see only the unexpected-error screen. */
  report(error: unknown): void;
};

export const loadContext = createContext<LoadContext>();

export function createLoadContext(values: LoadContext): RouterContextProvider {
  const provider = new RouterContextProvider();
  provider.set(loadContext, values);
  return provider;
}
