import axe from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Axe = { run(context: Document, options: object): Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { html: string; any: { message: string }[] }[] };

/** If `colours` is true, checks only contrast. */
export async function findAxeViolations(page: Page, { colours = false } = {}): Promise<string[]> {
  const runOnly = colours ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: TAGS };
  // Injects axe only once per page, because it is slow.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // Unsticks the bars, because axe reports tap targets under them as too small.
    const bars = [...document.querySelectorAll<HTMLElement>('header, [data-action-bar], :has(> [data-action-bar])')];
    for (const bar of bars) bar.style.position = 'static';
    const { violations } = await axe.run(document, { runOnly: only, resultTypes: ['violations'] });
    for (const bar of bars) bar.style.position = '';
    return violations.map(({ id, nodes }) => {
      const [first] = nodes;
      return `${id}, ${nodes.length} times: ${first?.html.slice(0, 140)} (${first?.any[0]?.message ?? ''})`;
    });
  }, runOnly);
}
