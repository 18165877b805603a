export type TestBrowser = { cookie?: string };

export const browserHeaders = (browser?: TestBrowser): Record<string, string> =>
  browser ? { 'handsel-browser': '1', ...(browser.cookie ? { cookie: browser.cookie } : {}) } : {};

export function keepCookie(browser: TestBrowser | undefined, { headers }: { headers: Record<string, unknown> }): void {
  const cookie = String(headers['set-cookie'] ?? '').split(';', 1)[0];
  if (browser && cookie) browser.cookie = cookie;
}
