import fc from 'fast-check';
import { daySeed } from './run-size.ts';

// Vitest's setup file: properties of fast-check draw from the seed of the run, which `TEST_SEED` repeats.
fc.configureGlobal({ seed: daySeed });
