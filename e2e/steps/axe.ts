import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** WCAG 2.2 AA and what axe advises besides. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Axe = { run(context: Document, options: object): Promise<{ violations: Violation[] }> };
type Violation = { id: string; nodes: { html: string; any: { message: string }[] }[] };

/** Every accessibility violation of the page as it stands, in words. `colours`: of its contrasts alone. */
export async function axeViolations(page: Page, { colours = false } = {}): Promise<string[]> {
  const runOnly = colours ? { type: 'rule', values: ['color-contrast'] } : { type: 'tag', values: TAGS };
  // It stays in the page: bringing it takes longer than asking again.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as { axe: Axe };
    // What the bars at both ends of the window cover is scrolled out from under them; axe would take it for too small.
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
