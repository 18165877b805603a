import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { AXE_TAGS } from './browser.ts';

/** A story of the gallery, as /gallery lists it. */
export type Listed = { id: string; area: string; title: string };

/** Opens /gallery and returns every story it has. */
export async function openGallery(page: Page): Promise<Listed[]> {
  await page.goto('/gallery');
  await page.locator('html[data-gallery]').waitFor({ state: 'attached' });
  return page.evaluate(() => JSON.parse(document.documentElement.dataset.gallery ?? '[]'));
}

/** Goes to a story without loading the page anew. Returns what went wrong, or null when it stands. */
export function showStory(page: Page, id: string): Promise<string | null> {
  return page.evaluate(async (wanted) => {
    dispatchEvent(new CustomEvent('gallery', { detail: wanted }));
    for (let tries = 0; tries < 1_500; tries += 1) {
      const stage = document.querySelector<HTMLElement>(`[data-story="${wanted}"]`);
      if (stage?.dataset.failed) return stage.dataset.failed;
      if (stage?.dataset.ready) {
        const moving = document.getAnimations().map(({ finished }) => finished);
        await Promise.race([Promise.allSettled(moving), new Promise((resolve) => setTimeout(resolve, 200))]);
        return null;
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return 'It was not there after 15 seconds.';
  }, id);
}

/** How many pixels the page is wider than the screen, and what sticks out. */
export function overflow(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const wide = [...document.querySelectorAll('#main *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return `${scrollWidth - clientWidth} px wider than the screen: ${wide.at(-1)?.outerHTML.slice(0, 120)}`;
  });
}

type Scheme = 'light' | 'dark';

/** Light or dark; in the gallery the colours change at once. */
export async function putOn(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(() => new Promise(requestAnimationFrame));
}

/** Puts axe into the page, where it stays: asking again costs a tenth of a second and not one. */
export async function bringAxe(page: Page): Promise<void> {
  await new AxeBuilder({ page }).setLegacyMode(true).withRules(['document-title']).analyze();
}

type Axe = { run(context: Document, options: object): Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { html: string; any: { message: string }[] }[] };

/** Every accessibility violation of the page as it stands, in words. `colours`: of its contrasts alone. */
export function axeViolations(page: Page, { colours = false } = {}): Promise<string[]> {
  const runOnly = colours ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: AXE_TAGS };
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { runOnly: only, resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => {
      const [first] = nodes;
      return `${id}, ${nodes.length} times: ${first?.html.slice(0, 140)} (${first?.any[0]?.message ?? ''})`;
    });
  }, runOnly);
}
