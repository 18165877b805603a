import { runJourney } from './test-run/run-journey.ts';

// npm run fuzz [-- --seed 1 --rounds 60]: sends generated bodies to every API call on each database. A seed reproduces
// the bodies.
const usual = { seed: '1', rounds: '60' };
runJourney({ name: 'fuzz', project: 'server', file: 'server/platform/http/fuzz.test.ts', usual });
