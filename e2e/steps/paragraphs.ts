import type { Page } from 'playwright-core';

/** The words of each paragraph of some HTML, read as the browser reads it. */
export function paragraphs(page: Page, html: string): Promise<string[]> {
  return page.evaluate((markup) => {
    const { body } = new DOMParser().parseFromString(markup, 'text/html');
    return [...body.querySelectorAll('p')].map((part) => part.textContent);
  }, html);
}
