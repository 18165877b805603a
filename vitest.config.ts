import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './tools/test-run/test-sequencer.ts';
import { languagePlugins } from './tools/web/language-plugins.ts';

const databases = { globalSetup: ['tools/test-run/test-databases.ts'] };
/** Ends what hangs, and nothing else: a busy machine takes many times as long as an idle one. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        plugins: [languagePlugins()],
        define: { __BRAND__: JSON.stringify('giftcard') },
        test: {
          name: 'unit',
          include: ['{contract,db,gallery,tools,web}/**/*.test.{ts,tsx}'],
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          ...databases,
          // Each file has databases of its own; two files keep two cores busy.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          ...patience,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          globalSetup: [...databases.globalSetup, 'e2e/steps/unpack-browser.ts'],
          // A browser and a server share two cores with whatever else runs there: a stalled machine is not a broken
          // shop.
          retry: 2,
          // Each file has servers, data folders and browser profiles of its own; two files keep two cores busy.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
