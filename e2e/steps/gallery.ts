import type { Page } from 'playwright-core';

/** A story of the gallery, as /gallery lists it. */
export type Listed = { id: string; area: string; title: string };

/** Opens /gallery and returns every story it has. */
export async function openGallery(page: Page): Promise<Listed[]> {
  // The card of a story is no card of the server's.
  const nothing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 900"/>';
  await page.route('**/card/story/words.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: nothing }),
  );
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

/** How many pixels the page, or a dialog on it, is wider than its place, and what sticks out. */
export function overflow(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    for (const box of [document.documentElement, ...document.querySelectorAll('dialog[open]')]) {
      const { scrollWidth, clientWidth } = box;
      if (scrollWidth <= clientWidth) continue;
      const edge = box.getBoundingClientRect().left + clientWidth + 1;
      const parts = box.matches('dialog') ? box.querySelectorAll('*') : document.querySelectorAll('#main *, header *');
      const wide = [...parts].filter((element) => element.getBoundingClientRect().right > edge);
      return `${scrollWidth - clientWidth} px wider than ${box.localName}: ${wide.at(-1)?.outerHTML.slice(0, 120)}`;
    }
    return null;
  });
}

/** What is too wide for the screen once text is twice as large, as browsers make it. */
export async function overflowOfLargeText(page: Page): Promise<string | null> {
  const enlarge = (size: string) =>
    page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);
  await enlarge('200%');
  const found = await overflow(page);
  await enlarge('');
  return found && `At 200 %: ${found}`;
}

type Scheme = 'light' | 'dark';

/**
 * Light or dark, once every colour has changed. An element whose colour has a transition and is inherited begins its own
 * as its parent's goes on, so one look at the transitions that run does not show them all.
 */
export async function putOn(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let still = 0; still < 2; still += 1) {
      await frame();
      if (document.getAnimations().some((animation) => animation instanceof CSSTransition)) still = -1;
    }
  });
}
