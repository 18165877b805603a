import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// npm run chaos [-- --seed 12 --kills 50]: purchases, refunds, tills and deliveries while servers are killed, the database
// is cut and providers fail (e2e/chaos). The same seed makes the same choices; what they meet is up to the machine.
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '12' }, kills: { type: 'string', default: '50' } },
});
for (const [name, value] of Object.entries(values)) {
  if (/^[1-9]\d{0,6}$/.test(value)) continue;
  console.error(`--${name} takes a whole number, such as 50, not "${value}".`);
  process.exit(1);
}
const root = join(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project=e2e', '--retry=0', 'e2e/journeys/chaos.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHAOS_SEED: values.seed, CHAOS_KILLS: values.kills } },
);
process.exitCode = status ?? 1;
