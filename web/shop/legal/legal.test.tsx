import { waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { scrollToParts } from '#test/web/browser-parts.ts';
import { openShop } from '#test/web/open-shop.ts';
import { brand } from '#web/shared/brand/brand.ts';
import { clauseId, fillIn, joinSectionText, type LegalSection } from './legal-text.ts';
import { privacy } from './privacy-text.ts';
import { terms } from './terms-text.ts';

const names = {
  operator: 'Quince & Co',
  abn: '12 345 678 901',
  contact: 'ask@quince.example',
  shop: brand.title,
};

describe.each([
  ['/terms', terms],
  ['/privacy', privacy],
])('legal page %s', (path, text) => {
  it('numbers sections and clauses, and links to them from the contents and from cross-references [LG-18]', async () => {
    const { page, box } = await openShop({ url: path, shows: text.title });
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

  it("shows every clause in its section and fills in the operator's settings [LG-20]", async () => {
    const { box } = await openShop({
      url: path,
      shows: text.title,
      settings: { operator_name: names.operator, operator_abn: names.abn, operator_contact: names.contact },
    });
    const words = text.sections.map((section) => {
      const shownText = document.getElementById(section.id)?.textContent ?? '';
      return fillIn(joinSectionText(section), names)
        .split('\n')
        .filter((line) => !shownText.includes(line));
    });
    expect(words.flat()).toEqual([]);
    expect(box.textContent).toContain(names.operator);
    expect(box.textContent).not.toMatch(/[{[](operator|abn|contact|shop)[}\]]/);
    expect(box.querySelector(`a[href="mailto:${names.contact}"]`)).toBeTruthy();
  });
});

it('shows the terms dated 11 September 2020 at /terms and the privacy policy at /privacy [LG-02, LG-19, RT-48, RT-49]', async () => {
  const { page, user } = await openShop({ url: '/terms', shows: '11 September 2020' });
  expect(page.getByRole('heading', { level: 1, name: 'Terms & Conditions' })).toBeTruthy();
  expect(page.getByRole('heading', { level: 2, name: /Data Processing Agreement \(sample\)/ })).toBeTruthy();
  await user.click(within(page.getByRole('contentinfo')).getByRole('link', { name: 'Privacy Policy' }));
  expect(await page.findByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeTruthy();
});

it('collapses the table of contents when the reader follows one of its links', async () => {
  const { box, user } = await openShop({ url: '/terms' });
  const folding = box.querySelector('details') as HTMLDetailsElement;
  folding.open = true;
  await user.click(within(folding).getByText(terms.sections[1]?.title ?? '', { selector: 'a' }));
  expect(folding.open).toBe(false);
});

it('marks the current section and clause in the table of contents until others scroll into view', async () => {
  const { page } = await openShop({ url: '/terms' });
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

it("opens the browser's print dialog from the Print button", async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { page, user } = await openShop({ url: '/terms' });
  await user.click(page.getByText('Print or save'));
  expect(print).toHaveBeenCalledTimes(1);
});
