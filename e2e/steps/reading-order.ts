import type { Page } from 'playwright-core';

/**
 * Returns the first element shown above an earlier element of its column, or null. Ignores sticky, fixed, absolute and
 * horizontally scrolled elements, and the order within dense grids.
 */
export function findOutOfOrder(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const dialogs = [...document.querySelectorAll('dialog[open]')];
    const ground = dialogs.at(-1) ?? document.querySelector('#main') ?? document.body;
    const floats = (element: Element): boolean => {
      for (let ancestor: Element | null = element; ancestor && ancestor !== ground; ancestor = ancestor.parentElement) {
        const { position, overflowX, bottom } = getComputedStyle(ancestor);
        if (position === 'absolute' || position === 'fixed') return true;
        // Checks sticky columns, but skips bars that stick to the bottom.
        if (position === 'sticky' && bottom !== 'auto') return true;
        if ((overflowX === 'auto' || overflowX === 'scroll') && ancestor.scrollWidth > ancestor.clientWidth)
          return true;
      }
      return false;
    };
    const dense = [...ground.querySelectorAll('ul')].filter((list) =>
      getComputedStyle(list).gridAutoFlow.includes('dense'),
    );
    const denseGrid = (element: Element) => dense.find((list) => list.contains(element));
    const says = (element: Element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    const parts = [...ground.querySelectorAll<HTMLElement>('*')]
      .filter((element) => says(element) || element.matches('a, button, input, select, textarea'))
      .filter((element) => element.checkVisibility() && !element.closest('[aria-hidden="true"]') && !floats(element))
      .map((element) => ({ element, box: element.getBoundingClientRect(), grid: denseGrid(element) }))
      .filter(({ box }) => box.width > 1 && box.height > 1);
    const inOneColumn = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > Math.min(a.width, b.width) / 2;
    for (const [index, later] of parts.entries()) {
      const above = parts
        .slice(0, index)
        .filter(({ grid }) => !grid || grid !== later.grid)
        .find(({ box }) => later.box.bottom <= box.top + 1 && inOneColumn(box, later.box));
      if (!above) continue;
      const name = ({ element }: typeof later) =>
        `"${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
      return `${name(later)} is seen above ${name(above)} and comes after it`;
    }
    return null;
  });
}
