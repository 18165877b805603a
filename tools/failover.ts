import { findFailoverPrograms } from '#e2e/failover/programs.ts';
import { runJourney } from './test-run/run-journey.ts';

// npm run failover [-- --seed 12 --kills 3]: makes purchases while Patroni loses its primary and servers behind HAProxy
// are replaced (e2e/failover).
const found = findFailoverPrograms();
if ('missing' in found) {
  console.error(found.missing);
  process.exit(1);
}
const usual = { seed: '12', kills: '3' };
runJourney({ name: 'failover', project: 'failover', file: 'e2e/failover/failover.test.ts', usual });
