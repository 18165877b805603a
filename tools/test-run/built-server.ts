import { buildServerIfStale } from '../builds/server-build.ts';

/** Vitest's global setup for tests that start the server or its commands: builds both before any worker starts. */
export default buildServerIfStale;
