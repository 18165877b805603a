import { runJourney } from './test-run/run-journey.ts';

// npm run chaos [-- --seed 12 --kills 50]: purchases, refunds, tills and deliveries while servers are killed, the database
// is cut and providers fail (e2e/chaos). The same seed makes the same choices; what they meet is up to the machine.
const usual = { seed: '12', kills: '50' };
runJourney({ name: 'chaos', project: 'e2e', file: 'e2e/journeys/chaos.test.ts', usual });
