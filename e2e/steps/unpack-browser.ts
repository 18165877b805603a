import { browserProgram } from './browser.ts';

/**
 * Before any worker starts: two that unpack the packaged browser at once would start a program that is still being
 * written (spawn ETXTBSY).
 */
export default async function unpackBrowser(): Promise<void> {
  await browserProgram();
}
