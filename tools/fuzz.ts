import { runJourney } from './test-run/run-journey.ts';

// npm run fuzz [-- --seed 1 --rounds 60]: every call with generated bodies, on each database
// (server/platform/http/fuzz.test.ts). The same seed sends the same requests.
const usual = { seed: '1', rounds: '60' };
runJourney({ name: 'fuzz', project: 'server', file: 'server/platform/http/fuzz.test.ts', usual });
