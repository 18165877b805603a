import { readdirSync, readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { expect, it } from 'vitest';
import { findBrowserProgram } from '../steps/browser.ts';

it.runIf(process.platform === 'linux')(
  'runs page processes as child processes of the browser, so that their CPU time is counted',
  async () => {
    const server = await chromium.launchServer(await findBrowserProgram());
    const browser = await chromium.connect(server.wsEndpoint());
    await browser.newPage();
    const parents = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(readPageParentPid);
    expect(parents).toContain(server.process().pid);
    await server.close();
  },
);

/** Returns the process id of the page's parent, or none if the process has ended or renders no page. */
function readPageParentPid(pid: string): number[] {
  try {
    const isPage = readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
    return isPage ? [Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])] : [];
  } catch {
    return [];
  }
}
