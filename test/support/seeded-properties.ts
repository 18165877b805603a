import fc from 'fast-check';
import { daySeed } from './run-size.ts';

// Setup file: fast-check draws from the run's seed.
fc.configureGlobal({ seed: daySeed });
