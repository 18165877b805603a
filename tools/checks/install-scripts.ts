/**
 * Packages that have install scripts, and why they work although the scripts never run (.npmrc: ignore-scripts).
 * tools/checks/supply-chain.test.ts rejects any other package with an install script.
 */
export const installScripts: Record<string, string> = {
  esbuild:
    'its script only swaps a wrapper for the native program, which an optional package brings anyway (drizzle-kit, tsx)',
};
