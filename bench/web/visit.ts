import { chromium, type Locator, type Page } from 'playwright-core';
import { findBrowserProgram, visit } from '#e2e/steps/browser.ts';
import { findTile, isGiftCard, isSimple } from '#e2e/steps/catalogue.ts';
import { prepareDemoCard } from '#e2e/steps/demo-card.ts';
import type { RunningServer } from '#e2e/steps/server.ts';
import { asCustomer, type Session, signInCustomer } from '#e2e/steps/signed-in.ts';
import { fillCart, pay } from '#test/support/customer.ts';

export type Customer = { session: Session; productId: number; cardId: number };
/** Sizes are in transferred kB and times in milliseconds. `lcp` is null unless the screen was opened by URL. */
export type ScreenSeen = {
  screen: string;
  requests: number;
  kB: number;
  scriptKB: number;
  lcp: number | null;
  cls: number;
};
/**
 * `inp`: milliseconds from the tap to the next frame, in Chrome's steps of 8, split into waiting, script and drawing.
 */
type Answered = { inp: number; wait: number; script: number; drawing: number };
export type TapSeen = { tap: string } & Answered;
export type VisitSeen = { screens: ScreenSeen[]; taps: TapSeen[] };

/** How many times slower the simulated phone's CPU is. */
export const SLOWER = 4;

export async function addCustomer(server: RunningServer): Promise<Customer> {
  const session = await signInCustomer(server, '+61412000041');
  const scheduledAt = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  const card = await prepareDemoCard(server.send, session, { scheduledAt, zone: 'Australia/Sydney', to: '0491570157' });
  await fillCart(server.send, session, [card]);
  const paid = await pay(server.send, session, 'pm_card_visa');
  if (paid.status !== 200) throw new Error(`The saved card could not be created: ${JSON.stringify(paid.body)}`);
  const [product, giftCard] = [await findTile(server, isSimple), await findTile(server, isGiftCard)];
  return { session, productId: product.id, cardId: giftCard.id };
}

/** Buys first with a cold, then with a warm cache, without the service worker. */
export async function buyTwice(
  server: RunningServer,
  customer: Customer,
): Promise<{ cold: VisitSeen; warm: VisitSeen }> {
  const browser = await chromium.launch(await findBrowserProgram());
  try {
    const { context, page, noise } = await visit(browser, { url: server.url });
    await asCustomer(context, customer.session, { now: new Date().toISOString() });
    const cold = await buy(page, customer);
    const warm = await buy(await context.newPage(), customer);
    if (noise.length > 0) throw new Error(`The visit had errors: ${noise.join('; ')}`);
    return { cold, warm };
  } finally {
    await browser.close();
  }
}

async function buy(page: Page, { productId, cardId }: Customer): Promise<VisitSeen> {
  const seen: VisitSeen = { screens: [], taps: [] };
  const watch = await watchScreen(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true }).and(page.locator(':enabled'));
  const screen = async (name: string, open: () => Promise<unknown>) => {
    await open();
    seen.screens.push({ screen: name, ...(await watch.take()) });
  };
  const tap = async (name: string, target: Locator, shows: () => Promise<unknown>) => {
    // Waits between taps as a person does, so that pending work can finish.
    await target.waitFor();
    await page.waitForTimeout(500);
    await watch.answered();
    await target.tap();
    await shows();
    await page.waitForTimeout(300);
    seen.taps.push({ tap: name, ...(await watch.answered()) });
  };
  const title = (text: RegExp) => page.getByRole('heading', { level: 1, name: text }).waitFor();

  await screen('browse', () => open(page, '/browse'));
  await screen('product', () => open(page, `/product/${productId}`));
  await screen('added', () =>
    tap('Add To Cart', button('Add to Cart'), () =>
      page.getByRole('status').getByRole('link', { name: 'Checkout' }).waitFor(),
    ),
  );
  await screen('gift card', async () => {
    await open(page, `/product/${cardId}`);
    await page.locator('button[data-amount]:enabled').first().tap();
    await title(/sending it to/);
  });
  await page.getByLabel('Firstname').fill('Zoe');
  await page.getByLabel('Lastname').fill('Hart');
  await page.getByRole('textbox', { name: 'Mobile' }).fill('0491570110');
  await page.getByLabel('Image message').fill('Well done, Zoe!');
  await page.getByLabel('Text message').fill('Have a day out.');
  await screen('wrapping', () => tap('Continue, recipient', button('Continue'), () => title(/gift wrapped/)));
  await screen('time', () => tap('Continue, wrapping', button('Continue').first(), () => title(/Schedule/)));
  await screen('preview', () => tap('Save, time', button('Save'), () => title(/Preview/)));
  const confirm = button('Confirm Purchase');
  await screen('checkout', () =>
    tap('Continue, preview', page.getByRole('link', { name: 'Continue', exact: true }), () => confirm.waitFor()),
  );
  await screen('thanks', () => tap('Confirm', confirm, () => title(/Thank you/)));
  return seen;
}

/** Opens a page and waits until its scripts handle taps. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'load' });
  await page.waitForFunction(() => (window as { earlyTap?: unknown }).earlyTap === undefined);
}

type Marks = { lcp: number | null; cls: number; answered: Answered };
const UNANSWERED: Answered = { inp: 0, wait: 0, script: 0, drawing: 0 };
const UNMARKED: Marks = { lcp: null, cls: 0, answered: UNANSWERED };

/**
 * Records the page's performance entries and network traffic. The returned function returns what was recorded since its
 * last call.
 */
async function watchScreen(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const noTraffic = { requests: 0, bytes: 0, script: 0 };
  let traffic = { ...noTraffic };
  const scripts = new Set<string>();
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (encodedDataLength === 0) return;
    traffic.requests += 1;
    traffic.bytes += encodedDataLength;
    if (scripts.has(requestId)) traffic.script += encodedDataLength;
  });
  await page.addInitScript((marks) => {
    Object.assign(window, { marks });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) marks.lcp = entry.startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) marks.cls += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEventTiming & { interactionId: number })[]) {
        const { startTime, processingStart, processingEnd, duration } = entry;
        if (entry.interactionId === 0 || duration <= marks.answered.inp) continue;
        const script = processingEnd - processingStart;
        const wait = processingStart - startTime;
        marks.answered = { inp: duration, wait, script, drawing: Math.max(0, duration - wait - script) };
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  }, UNMARKED);
  const takeMarks = (initialMarks: Partial<Marks>): Promise<Marks> =>
    page.evaluate((fresh) => {
      const { marks } = window as unknown as { marks: Marks };
      const snapshot = { ...marks };
      Object.assign(marks, fresh);
      return snapshot;
    }, initialMarks);
  return {
    async take(): Promise<Omit<ScreenSeen, 'screen'>> {
      await page.waitForLoadState('networkidle');
      const { lcp, cls } = await takeMarks({ lcp: null, cls: 0 });
      const { requests, bytes, script } = traffic;
      traffic = { ...noTraffic };
      return { requests, kB: bytes / 1_000, scriptKB: script / 1_000, lcp, cls };
    },
    answered: async () => (await takeMarks({ answered: UNANSWERED })).answered,
  };
}
