import { defineConfig } from 'vitest/config';

const databases = { globalSetup: ['tools/test-databases.ts'] };

export default defineConfig({
  test: {
    projects: [
      {
        define: { __BRAND__: JSON.stringify('giftcard') },
        test: {
          name: 'unit',
          include: ['{contract,db,tools,web}/**/*.test.{ts,tsx}'],
        },
      },
      {
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          ...databases,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          ...databases,
          // A browser and a server share two cores with whatever else runs there: a stalled machine is not a broken shop.
          retry: 2,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
