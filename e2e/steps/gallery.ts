import type { Page } from 'playwright-core';

/** `url`: the story's shop URL, or '' if the story shows only a component. */
export type Listed = { id: string; area: string; title: string; url: string };

export async function openGallery(page: Page): Promise<Listed[]> {
  // Mocks the picture of a story's gift card, which the server does not know.
  const nothing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 900"/>';
  await page.route('**/card/story/words.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: nothing }),
  );
  await page.goto('/gallery');
  await page.locator('html[data-gallery]').waitFor({ state: 'attached' });
  return page.evaluate(() => JSON.parse(document.documentElement.dataset.gallery ?? '[]'));
}

/** Switches to a story without a reload. Returns an error message or null. */
export function showStory(page: Page, id: string): Promise<string | null> {
  return page.evaluate(async (storyId) => {
    dispatchEvent(new CustomEvent('gallery', { detail: storyId }));
    for (let tries = 0; tries < 1_500; tries += 1) {
      const stage = document.querySelector<HTMLElement>(`[data-story="${storyId}"]`);
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

export function describeOverflow(page: Page): Promise<string | null> {
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

const setTextSize = (page: Page, size: '200%' | ''): Promise<void> =>
  page.evaluate((to) => document.documentElement.style.setProperty('font-size', to), size);

/** Describes overflow and broken words with text at 200%. Returns '' if there are none. */
export async function checkLargeText(page: Page): Promise<string | null> {
  await setTextSize(page, '200%');
  const found = [await describeOverflow(page), ...(await findBrokenWords(page))].filter(Boolean).join('; ');
  await setTextSize(page, '');
  return found && `At 200 %: ${found}`;
}

/** Finds words such as 'Informatio|n'. Addresses and words over 14 letters may break. */
function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const broken: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
      const { data, parentElement } = texts.currentNode as Text;
      if (!parentElement?.checkVisibility({ visibilityProperty: true })) continue;
      for (const { 0: word, index } of data.matchAll(/[$\p{L}\d](?:[.,:'’]?[\p{L}\d])*/gu)) {
        const whole = `${data.slice(0, index).match(/\S*$/)}${data.slice(index).match(/^\S*/)}`;
        if (word.length > 14 || whole.length > 20 || whole.includes('@')) continue;
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        const boxes = [...range.getClientRects()];
        const [first, last] = [boxes[0], boxes.at(-1)];
        if (first && last && last.top >= first.bottom - 2) broken.push(`'${word}' is broken: ${data}`);
      }
    }
    return broken;
  });
}

type Scheme = 'light' | 'dark';

/** Waits two frames with transitions disabled, because transitions of inherited colours start late. */
export async function applyScheme(page: Page, scheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (let stillFrames = 0; stillFrames < 2; stillFrames += 1) {
      await frame();
      if (document.getAnimations().some((animation) => animation instanceof CSSTransition)) stillFrames = -1;
    }
  });
}
