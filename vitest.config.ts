import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './tools/test-run/test-sequencer.ts';
import { languagePlugins } from './tools/web/language-plugins.ts';

const databases = { globalSetup: ['tools/test-run/test-databases.ts'] };
/** Ends what hangs, and nothing else: a busy machine takes many times as long as an idle one. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };
/** Workers whose tests wait half of their time, for a screen or a process they have started. */
const WAITING = availableParallelism() * 2;

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        plugins: [languagePlugins()],
        define: { __BRAND__: JSON.stringify('giftcard') },
        test: {
          name: 'unit',
          include: ['{contract,db,gallery,tools,web}/**/*.test.ts'],
          maxWorkers: WAITING,
          ...patience,
        },
      },
      {
        plugins: [languagePlugins()],
        define: { __BRAND__: JSON.stringify('giftcard') },
        test: {
          name: 'components',
          include: ['web/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['test/web/browser-parts.ts'],
          maxWorkers: WAITING,
          ...patience,
        },
      },
      {
        test: {
          name: 'server',
          include: ['{server,test}/**/*.test.ts'],
          ...databases,
          setupFiles: ['test/support/queues-left-running.ts'],
          // Each file has databases of its own; a third fills the waits of two.
          maxWorkers: 3,
          // The server keeps nothing in its modules that a test could see: files share them, and read them once.
          isolate: false,
          // The tests that run beside each other wait more than they compute.
          maxConcurrency: 12,
          sequence: { groupOrder: 1 },
          ...patience,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/journeys/**/*.test.ts'],
          globalSetup: [...databases.globalSetup, 'e2e/steps/prepare.ts'],
          // A browser and a server share two cores with whatever else runs there: a stalled machine is not a broken
          // shop.
          retry: 1,
          // Files share their browser and the modules of the steps, which keep nothing else.
          isolate: false,
          // Each file has servers and data folders of its own; a third fills the waits of two.
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          ...patience,
        },
      },
      {
        test: {
          name: 'failover',
          include: ['e2e/failover/**/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          testTimeout: 900_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'firefox',
          include: ['e2e/firefox/**/*.test.ts'],
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          ...patience,
        },
      },
    ],
  },
});
