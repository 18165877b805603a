import fc from 'fast-check';
import { daySeed } from './run-size.ts';

// Setup file that makes fast-check draw from the run's seed.
fc.configureGlobal({ seed: daySeed });
