import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './tools/test-run/test-sequencer.ts';
import { languagePlugins } from './tools/web/language-plugins.ts';

const databases = { globalSetup: ['tools/test-run/test-databases.ts'] };
/** These timeouts only stop tests that hang, because a busy machine is many times slower. */
const patience = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 60_000 } } };

const journeys = {
  globalSetup: [...databases.globalSetup, 'tools/test-run/built-server.ts', 'e2e/steps/prepare.ts'],
  // Test files share the browser and the step modules, which are stateless.
  isolate: false,
  // Each test file starts its own servers. A third worker uses the time in which the others wait.
  maxWorkers: 3,
  sequence: { groupOrder: 2 },
  ...patience,
};

const shop = { plugins: [languagePlugins()], define: { __BRAND__: JSON.stringify('giftcard') } };
const components = {
  environment: 'jsdom',
  setupFiles: ['test/web/browser-parts.ts'],
  maxWorkers: availableParallelism(),
  ...patience,
};
/** These tests replace `location`, which vmForks does not allow. */
const REPLACE_LOCATION = [
  'web/shared/languages/choose-language',
  'web/shop/offline/offline',
  'web/shop/session/session-redirects',
].map((name) => `${name}.test.tsx`);
/** With shared modules, a mock misses modules that are already loaded and leaks into later files. */
const MOCK_MODULES = ['shop/checkout/submit/payment-answers', 'shared/scan/detector', 'shop/link/follow-link'].map(
  (name) => `web/${name}.test.ts`,
);

export default defineConfig({
  test: {
    sequence: { sequencer: SlowFilesFirst },
    projects: [
      {
        ...shop,
        test: {
          name: 'unit',
          include: ['{contract,db,gallery,web}/**/*.test.ts', 'tools/*/**/*.test.ts'],
          exclude: MOCK_MODULES,
          setupFiles: ['test/support/seeded-properties.ts'],
          // Test files share modules, because loading modules takes longer than the tests.
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          maxWorkers: availableParallelism(),
          ...patience,
        },
      },
      {
        test: {
          name: 'commands',
          include: ['tools/*.test.ts'],
          globalSetup: [...databases.globalSetup, 'tools/test-run/built-server.ts'],
          maxWorkers: availableParallelism(),
          ...patience,
        },
      },
      {
        ...shop,
        // vmForks gives each file a context in a long-lived process, so that jsdom is loaded once.
        test: {
          name: 'components',
          include: ['web/**/*.test.tsx'],
          exclude: REPLACE_LOCATION,
          pool: 'vmForks',
          ...components,
        },
      },
      { ...shop, test: { name: 'apart', include: [...REPLACE_LOCATION, ...MOCK_MODULES], ...components } },
      {
        test: {
          name: 'server',
          include: ['{server,test}/**/*.test.ts'],
          ...databases,
          setupFiles: ['test/support/queues-left-running.ts', 'test/support/seeded-properties.ts'],
          // Each test file has its own databases. A third worker uses the time in which the others wait.
          maxWorkers: 3,
          // Server modules have no visible state, so test files share them.
          isolate: false,
          // Concurrent tests mostly wait for the database, so more of them run at once than by default.
          maxConcurrency: 12,
          sequence: { groupOrder: 1 },
          ...patience,
        },
      },
      { test: { name: 'e2e', include: ['e2e/journeys/**/*.test.ts'], ...journeys } },
      { test: { name: 'long', include: ['e2e/long/**/*.test.ts'], ...journeys } },
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
