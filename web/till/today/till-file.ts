import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { stringify } from 'csv-stringify/browser/esm/sync';
import { localTime } from './day.ts';
import { PLACES, type Redemption } from './sale-row.tsx';

export function tillFile(i18n: I18n, redemptions: readonly Redemption[]): string {
  const isGerman = i18n.locale.startsWith('de');
  const money = (dollars: number) => (isGerman ? dollars.toFixed(2).replace('.', ',') : dollars.toFixed(2));
  const names = [msg`Time`, msg`Gift card`, msg`Redeemed`, msg`Refunded`, msg`Place`, msg`Reference`];
  const lines = [
    names.map((name) => i18n._(name)),
    ...redemptions.map(({ created_at, last4, amount, reversed, channel, reference }) => [
      localTime(new Date(created_at)).replace('T', ' '),
      // Without a word in front, spreadsheets would read 12E4 as a number.
      i18n._(msg`Card ${last4}`),
      money(amount),
      money(reversed),
      i18n._(PLACES[channel]),
      reference,
    ]),
  ];
  return stringify(lines, {
    bom: true,
    quoted: true,
    quoted_empty: true,
    delimiter: isGerman ? ';' : ',',
    record_delimiter: 'windows',
    // Keeps spreadsheets from running text from sellers as formulas.
    escape_formulas: true,
  });
}

export function saveFile(name: string, text: string): void {
  const href = `data:text/csv;charset=utf-8,${encodeURIComponent(text)}`;
  Object.assign(document.createElement('a'), { download: name, href }).click();
}
