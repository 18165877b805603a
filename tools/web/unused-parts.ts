import type { Plugin } from 'vite';

/**
 * Stubs for package code that never runs but that bundlers cannot remove: route discovery (see react-router.config.ts),
 * instrumentation and TanStack mutations (api() sends changes). Only code that no browser loads imports the exports
 * that alias `none`.
 */
export const UNUSED: Record<string, string> = {
  'react-router/dist/production/lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export { none as instrumentHandler, none as instrumentationResultMetaContext };
    const none = undefined;`,
  'react-router/dist/production/lib/dom/ssr/fog-of-war.js': `
    export const isFogOfWarEnabled = () => false;
    export const getPartialManifest = (manifest) => manifest;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const useFogOFWarDiscovery = () => undefined;
    export { none as getManifestPath, none as getPathsWithAncestors, none as handleClientVersionMismatch };
    const none = undefined;`,
  '@tanstack/query-core/build/modern/mutationCache.js': `
    export class MutationCache {
      findAll() { return []; }
      clear() {}
      resumePausedMutations() { return Promise.resolve(); }
    }`,
};

export function replaceUnusedParts(): Plugin {
  const left = new Set<string>();
  return {
    name: 'leave-out-unused',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      const part = Object.keys(UNUSED).find((path) => id.endsWith(`/node_modules/${path}`));
      if (part === undefined) return null;
      left.add(part);
      return UNUSED[part] ?? null;
    },
    buildEnd() {
      const missing = Object.keys(UNUSED).filter((part) => !left.has(part));
      if (missing.length > 0)
        this.error(`A package no longer has ${missing.join(', ')}: see tools/web/unused-parts.ts.`);
    },
  };
}
