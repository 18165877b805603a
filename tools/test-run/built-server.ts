import { buildServerIfStale } from '../builds/server-build.ts';

export default buildServerIfStale;
