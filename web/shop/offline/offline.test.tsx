import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handleMissingCode, onCodeUnreachable } from '#web/shared/offline/code-missing.ts';
import { openPopup, setOffline, usePopups } from '../state/popups.ts';
import { notifyPageShown } from './page-shown.ts';
import { registerOfflineShop } from './register.ts';

const reload = vi.fn();
const real = globalThis.location;
const visit = (pathname: string) =>
  vi.stubGlobal('location', { href: real.href, origin: real.origin, pathname, reload });

beforeEach(() => {
  reload.mockReset();
  visit('/browse');
  sessionStorage.clear();
  onCodeUnreachable(() => setOffline(true));
  usePopups.setState(usePopups.getInitialState(), true);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.stubGlobal('location', real);
});

describe('when a code chunk fails to load', () => {
  const release = (name: string) => {
    document.head.innerHTML = `<link rel="modulepreload" href="/assets/manifest-${name}.js">`;
  };
  const head = (status: number | null) => {
    const fetched = vi.fn(async () => {
      if (status === null) throw new TypeError('offline');
      return new Response(null, { status });
    });
    vi.stubGlobal('fetch', fetched);
    return fetched;
  };
  afterEach(() => {
    document.head.innerHTML = '';
  });

  it('reloads the page once if the chunk’s release no longer exists', async () => {
    release('one');
    const fetched = head(404);
    await Promise.all([handleMissingCode(), handleMissingCode()]);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(reload).toHaveBeenCalledTimes(1);
    await handleMissingCode();
    expect(reload).toHaveBeenCalledTimes(1);
    expect(usePopups.getState().offline).toBe(true);
  });

  it('reloads the page again when a chunk of the next release is missing', async () => {
    head(404);
    release('one');
    await handleMissingCode();
    release('two');
    await handleMissingCode();
    expect(reload).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the release still exists', 200],
    ['the server is down', 503],
    ['there is no connection', null],
  ])('shows the offline popup when %s', async (_when, status) => {
    release('three');
    head(status);
    await handleMissingCode();
    expect(reload).not.toHaveBeenCalled();
    expect(usePopups.getState().offline).toBe(true);
  });

  it('shows the offline popup when storage is blocked, to avoid a reload loop', async () => {
    release('four');
    head(404);
    const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new Error('refused');
    });
    await handleMissingCode();
    refused.mockRestore();
    expect(reload).not.toHaveBeenCalled();
    expect(usePopups.getState().offline).toBe(true);
  });
});

describe('service worker', () => {
  const worker = () => ({ postMessage: vi.fn() });

  async function register({ waiting = null as ReturnType<typeof worker> | null, refused = false } = {}) {
    const active = worker();
    const registration = { active, waiting, update: vi.fn(async () => undefined) };
    const container = Object.assign(new EventTarget(), {
      register: vi.fn(async () => {
        if (refused) throw new Error('private window');
        return registration;
      }),
      ready: Promise.resolve(registration),
    });
    Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
    await registerOfflineShop();
    const messagesTo = (to: ReturnType<typeof worker> = active) =>
      to.postMessage.mock.calls.map(([message]) => message);
    return { registration, container, messagesTo };
  }
  beforeEach(() => {
    const parts = ['/assets/a.js', '/media/m/320.avif', '/rest/default/V1/customers/me'].map((name) => ({ name }));
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue(parts as PerformanceEntryList);
  });

  it('sends the worker the language, the page and its assets, but no calls for customer data', async () => {
    const { messagesTo } = await register();
    expect(messagesTo()).toEqual([
      { type: 'language', language: 'en-AU' },
      { type: 'keep', urls: ['/browse', '/assets/a.js', '/media/m/320.avif'] },
    ]);
  });

  it('caches each visited page once, but no customer pages', async () => {
    const { messagesTo } = await register();
    notifyPageShown('/privacy', true);
    notifyPageShown('/privacy', true);
    notifyPageShown('/account', true);
    notifyPageShown('/checkout', true);
    expect(messagesTo().slice(2)).toEqual([{ type: 'keep', urls: ['/privacy'] }]);
  });

  it("caches the product's API response when the first page is a product page", async () => {
    visit('/product/7');
    const { messagesTo } = await register();
    expect(messagesTo().at(-1)).toEqual({
      type: 'keep',
      urls: ['/rest/default/V1/mobiledigital/product?product_id=7'],
    });
  });

  it('activates a new release and reloads when the customer opens a public page', async () => {
    const { registration, container, messagesTo } = await register();
    const waiting = worker();
    registration.waiting = waiting;
    notifyPageShown('/privacy', false);
    notifyPageShown('/account', true);
    openPopup({ kind: 'cart' });
    notifyPageShown('/browse', true);
    expect(waiting.postMessage).not.toHaveBeenCalled();
    usePopups.setState({ popup: null });
    notifyPageShown('/terms', true);
    expect(messagesTo(waiting)).toEqual([{ type: 'take-over' }]);
    expect(reload).not.toHaveBeenCalled();
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it('reloads after a second if the old worker is busy, and again when the new one takes over', async () => {
    const { registration, container } = await register();
    registration.waiting = worker();
    vi.useFakeTimers();
    notifyPageShown('/terms', true);
    await vi.advanceTimersByTimeAsync(999);
    expect(reload).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(reload).toHaveBeenCalledTimes(1);
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledTimes(2);
    container.dispatchEvent(new Event('controllerchange'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it('immediately activates a release that was already waiting', async () => {
    const waiting = worker();
    const { messagesTo } = await register({ waiting });
    expect(messagesTo(waiting)).toEqual([{ type: 'take-over' }]);
  });

  it('leaves the shop working when the browser refuses to register the service worker', async () => {
    await expect(register({ refused: true })).resolves.toBeTruthy();
  });
});

describe('offline page', () => {
  const page = (title: string) => new Response(`<title>${title}</title>`);
  async function open(pages: Record<string, string>) {
    document.body.innerHTML = '<button id="refresh"></button><section id="kept" hidden><ul></ul></section>';
    const entries = Object.entries(pages).map(([path, title]) => ({ url: new URL(path, real.origin).href, title }));
    vi.stubGlobal('caches', {
      open: async () => ({
        keys: async () => entries,
        match: async (url: string) => page(entries.find((entry) => entry.url === url)?.title ?? ''),
      }),
    });
    vi.resetModules();
    await import('./offline-page.ts');
  }
  const section = () => document.querySelector<HTMLElement>('#kept');
  const links = () =>
    [...document.querySelectorAll('#kept a')].map((link) => [
      link.textContent,
      new URL((link as HTMLAnchorElement).href).pathname,
    ]);
  afterEach(() => {
    document.body.innerHTML = '';
  });

  it('links to the last five cached shop pages by their titles', async () => {
    await open({
      '/browse': 'Browse Gift Cards | Handsel',
      '/product/1': 'One | Handsel',
      '/terms': 'Terms | Handsel',
      '/product/2': 'Two | Handsel',
      '/product/3': '',
      '/sellerprofile/tide': 'Tide | Handsel',
      '/product/4': 'Four | Handsel',
    });
    await waitFor(() => expect(section()?.hidden).toBe(false));
    expect(links()).toEqual([
      ['One', '/product/1'],
      ['Two', '/product/2'],
      ['/product/3', '/product/3'],
      ['Tide', '/sellerprofile/tide'],
      ['Four', '/product/4'],
    ]);
  });

  it('reloads the offline page on Refresh and when the phone is back online', async () => {
    await open({});
    document.querySelector<HTMLElement>('#refresh')?.click();
    expect(reload).toHaveBeenCalledTimes(1);
    dispatchEvent(new Event('online'));
    expect(reload.mock.calls.length).toBeGreaterThan(1);
    expect(section()?.hidden).toBe(true);
  });

  it('does not reload the offline page while a cached page is opening, but does after Back', async () => {
    await open({});
    dispatchEvent(new Event('beforeunload'));
    dispatchEvent(new Event('online'));
    expect(reload).not.toHaveBeenCalled();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(reload).toHaveBeenCalled();
  });
});
