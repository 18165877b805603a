import { readdirSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { browserProgram } from '../steps/browser.ts';

it.runIf(process.platform === 'linux')(
  'the browser waits for the processes of its pages, so that a run counts their CPU seconds',
  async () => {
    const server = await chromium.launchServer(await browserProgram());
    const browser = await chromium.connect(server.wsEndpoint());
    await browser.newPage();
    const parents = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(parentOfPage);
    expect(parents).toContain(server.process().pid);
    await server.close();
  },
);

/** The parent of a process in which pages run; none for any other process, and for one that has just ended. */
function parentOfPage(pid: string): number[] {
  try {
    const isPage = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
    return isPage ? [Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])] : [];
  } catch {
    return [];
  }
}
