import { buildServerIfStale } from './builds/server-build.ts';
import { buildWebIfStale } from './web/web-build.ts';

const BENCHES: Record<string, () => Promise<unknown>> = {
  calls: () => import('../bench/calls/calls.ts'),
  start: () => import('../bench/start.ts'),
  growth: () => import('../bench/growth.ts'),
  campaign: () => import('../bench/campaign.ts'),
  import: () => import('../bench/import-beside.ts'),
  backup: () => import('../bench/backup.ts'),
  overload: () => import('../bench/overload.ts'),
  web: () => import('../bench/web.ts'),
};

const [name = ''] = process.argv.splice(2, 1);
const bench = BENCHES[name];
if (bench) {
  await buildWebIfStale('giftcard');
  await buildServerIfStale();
  await bench();
} else {
  console.error(`There is no bench "${name}". Available benches: ${Object.keys(BENCHES).join(', ')}.`);
  process.exitCode = 1;
}
