import { waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { scrollToParts } from '#test/web/browser-parts.ts';
import { openShop } from '#test/web/open-shop.ts';
import { clauseId, type LegalSection } from './legal-text.ts';
import { privacy } from './privacy-text.ts';
import { terms } from './terms-text.ts';

describe.each([
  ['/terms', terms],
  ['/privacy', privacy],
])('%s', (at, text) => {
  test('has every section and clause under its number, where the contents and the references lead', async () => {
    const { page, box } = await openShop({ at, shows: text.title });
    for (const [index, section] of text.sections.entries()) {
      const place = document.getElementById(section.id);
      expect(place?.querySelector('h2')?.textContent, section.id).toBe(`${index + 1}${section.title}`);
      for (const [number, clause] of section.clauses.entries()) {
        const heading = document.getElementById(clauseId(section, number))?.querySelector('h3');
        expect(heading?.textContent).toBe(`${index + 1}.${number + 1}${clause.title}`);
      }
    }
    const links = [...box.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')].map(
      (link) => link.getAttribute('href') ?? '',
    );
    expect(links.filter((href) => href !== '#main' && !document.getElementById(href.slice(1)))).toEqual([]);
    const contents = within(page.getByRole('navigation', { name: 'Contents' }));
    for (const { title } of text.sections) expect(contents.getAllByText(title).length).toBeGreaterThan(0);
  });

  test('names the operator of this installation, and leaves no name open', async () => {
    const { box } = await openShop({
      ...{ at, shows: text.title },
      settings: {
        operator_name: 'Quince & Co',
        operator_abn: '12 345 678 901',
        operator_contact: 'ask@quince.example',
      },
    });
    expect(box.textContent).toContain('Quince & Co');
    expect(box.textContent).not.toMatch(/[{[](operator|abn|contact|shop)[}\]]/);
    expect(box.querySelector('a[href="mailto:ask@quince.example"]')).toBeTruthy();
  });
});

test('following a link of the contents folds them', async () => {
  const { box, user } = await openShop({ at: '/terms' });
  const folding = box.querySelector('details') as HTMLDetailsElement;
  folding.open = true;
  await user.click(within(folding).getByText(terms.sections[1]?.title ?? '', { selector: 'a' }));
  expect(folding.open).toBe(false);
});

test('the section and the clause being read are marked, and stay so until the next ones come into view', async () => {
  const { page } = await openShop({ at: '/terms' });
  const marked = () =>
    within(page.getByRole('navigation', { name: 'Contents' }))
      .getAllByRole('link')
      .filter((link) => link.getAttribute('aria-current') === 'true')
      .map((link) => link.getAttribute('href'));
  const reads = (section: LegalSection, clause: number) =>
    waitFor(() => expect(new Set(marked())).toEqual(new Set([`#${section.id}`, `#${clauseId(section, clause)}`])));
  const [first, , third, , fifth] = terms.sections;
  await reads(first!, 0);
  scrollToParts(third!.id, clauseId(third!, 2));
  await reads(third!, 2);
  scrollToParts();
  await reads(third!, 2);
  scrollToParts(fifth!.id);
  await reads(fifth!, 0);
});

test('Print opens the printing of the browser', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { page, user } = await openShop({ at: '/terms' });
  await user.click(page.getByText('Print or save'));
  expect(print).toHaveBeenCalledTimes(1);
});
