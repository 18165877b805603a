import type { Page, Request, Route } from 'playwright-core';
import type { CallName } from '#contract/calls.ts';

/** 'nothing': the request never arrives. 'lost': the server handles the request, but its response is lost. */
export type Reply = { status?: number; body: unknown } | 'nothing' | 'lost';

function createCallMatcher(name: CallName): (url: URL) => boolean {
  const [, path = ''] = name.split(' ');
  return ({ pathname }) => pathname.endsWith(`/V1/${path}`);
}

function isCall(request: Request, name: CallName): boolean {
  return request.method() === name.split(' ')[0] && createCallMatcher(name)(new URL(request.url()));
}

/** Mocks the response to an API call by the browser, but not to calls during server rendering. */
export async function answerCall(
  page: Page,
  name: CallName,
  reply: Reply | ((url: URL) => Reply),
  when: (url: URL) => boolean = () => true,
): Promise<void> {
  await page.route(createCallMatcher(name), async (route: Route) => {
    const url = new URL(route.request().url());
    if (!isCall(route.request(), name) || !when(url)) return route.fallback();
    const answer = typeof reply === 'function' ? reply(url) : reply;
    if (answer === 'lost') await route.fetch();
    if (answer === 'nothing' || answer === 'lost') return route.abort('connectionfailed');
    return route.fulfill({ status: answer.status ?? 200, json: answer.body });
  });
}

/** Holds matching API calls until the returned function is called. */
export async function holdCall(page: Page, name: CallName): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(createCallMatcher(name), async (route: Route) => {
    if (isCall(route.request(), name)) await promise;
    await route.fallback();
  });
  return resolve;
}

/** Holds code files whose name starts with `name` until the returned function is called. */
export async function holdCode(page: Page, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(`**/assets/${name}*`, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

export function watchCalls(page: Page): {
  names: string[];
  requests: Request[];
  listRequests(name: CallName): Request[];
} {
  const names: string[] = [];
  const requests: Request[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.split('/V1/')[1];
    if (path === undefined) return;
    names.push(`${request.method()} ${path}`);
    requests.push(request);
  });
  return { names, requests, listRequests: (name) => requests.filter((request) => isCall(request, name)) };
}
