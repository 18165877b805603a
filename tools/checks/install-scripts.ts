/**
 * Packages that would run a script when they are installed. None is run (.npmrc: ignore-scripts); each line says why
 * the package works without. A package that is not listed fails tools/checks/supply-chain.test.ts.
 */
export const installScripts: Record<string, string> = {
  esbuild:
    'its script only swaps a wrapper for the native program, which an optional package brings anyway (drizzle-kit, tsx)',
};
