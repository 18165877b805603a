import { buildServerIfStale } from '../../tools/builds/server-build.ts';
import { browserProgram } from './browser.ts';

/**
 * Before any worker starts: the server that all of them run is built. And two that unpack the packaged browser at once
 * would start a program that is still being written (spawn ETXTBSY).
 */
export default async function prepare(): Promise<void> {
  await buildServerIfStale();
  await browserProgram();
}
