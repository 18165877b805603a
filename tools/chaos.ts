import { runJourney } from './test-run/run-journey.ts';

// npm run chaos [-- --seed 12 --kills 50]: buys and redeems while servers are killed, the database is cut off and
// providers fail (e2e/chaos). A seed reproduces the choices, but not the timing.
const usual = { seed: '12', kills: '50' };
runJourney({ name: 'chaos', project: 'e2e', file: 'e2e/journeys/chaos.test.ts', usual });
