import { runJourney } from './test-run/run-journey.ts';

// npm run chaos [-- --seed 12 --kills 50]: trades while servers are killed, the database is cut off and providers fail
// (e2e/chaos). A seed reproduces choices, not timing.
const usual = { seed: '12', kills: '50' };
runJourney({ name: 'chaos', project: 'e2e', file: 'e2e/journeys/chaos.test.ts', usual });
