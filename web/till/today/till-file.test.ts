import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { redemption } from '#gallery/fixtures/till.ts';
import { english } from '#test/web/english.ts';
import { activateLanguage } from '#web/shared/languages/languages.ts';
import { tillFile } from './till-file.ts';

const german = activateLanguage(setupI18n(), 'de', {});

it.each([
  ['=SUM(A1:A9)', `"'=SUM(A1:A9)"`],
  ['+61', `"'+61"`],
  ['-1', `"'-1"`],
  ['@table 4', `"'@table 4"`],
  ['table "4", red', '"table ""4"", red"'],
  ['receipt 1042', '"receipt 1042"'],
])('writes the reference %s as %s, so that spreadsheets treat it as text', (reference, cell) => {
  expect(
    tillFile(english, [redemption(1, { reference })])
      .trimEnd()
      .endsWith(`,${cell}`),
  ).toBe(true);
});

it('formats amounts and columns for spreadsheets in each language', () => {
  const sale = redemption(1, { amount: 1_000, reversed: 0.5 });
  expect(tillFile(english, [sale])).toContain(',"1000.00","0.50",');
  expect(tillFile(german, [sale])).toContain(';"1000,00";"0,50";');
});
