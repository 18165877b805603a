import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { normalizeMobileCell, readRecipients } from './read-recipients.ts';

const read = (text: string) => readRecipients(new TextEncoder().encode(text));
const readPeople = (text: string | Uint8Array) => {
  const found = typeof text === 'string' ? read(text) : readRecipients(text);
  if ('error' in found) return found;
  return found.lines.map(({ line, person }) => {
    const { recipient_firstname: first, recipient_lastname: last, recipient_mobile: mobile } = person;
    return [line, first, last, mobile];
  });
};

function encodeText(text: string, encoding: 'utf-8' | 'utf-16le' | 'utf-16be', mark: boolean): Uint8Array {
  const marked = `${mark ? '\uFEFF' : ''}${text}`;
  if (encoding === 'utf-8') return new TextEncoder().encode(marked);
  const bytes = new Uint8Array(marked.length * 2);
  const view = new DataView(bytes.buffer);
  [...Array(marked.length).keys()].forEach((index) => {
    view.setUint16(index * 2, marked.charCodeAt(index), encoding === 'utf-16le');
  });
  return bytes;
}

describe('reading a generated list', () => {
  const name = fc
    .stringMatching(/^[A-Za-zÀ-ÿ][A-Za-zÀ-ÿ '";,\t-]{0,20}$/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  const mobile = fc.integer({ min: 0, max: 99_999_999 }).map((rest) => `04${String(rest).padStart(8, '0')}`);
  const list = fc.array(fc.tuple(name, name, mobile), { minLength: 1, maxLength: 30 });
  const format = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t'),
    record_delimiter: fc.constantFrom('\n' as const, '\r\n' as const),
    quoted: fc.boolean(),
    encoding: fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const),
    mark: fc.boolean(),
  });

  it('reads rows with any separator, quotes and encoding', () => {
    fc.assert(
      fc.property(list, format, (rows, { encoding, mark, ...options }) => {
        const text = stringify([['First name', 'Surname', 'Mobile'], ...rows], options);
        const found = readPeople(encodeText(text, encoding, mark));
        expect(found).toEqual(rows.map((cells, index) => [index + 2, ...cells]));
      }),
    );
  });

  it('reads columns in any order and numbers without the leading zero, as Excel saves them', () => {
    fc.assert(
      fc.property(list, (rows) => {
        const shuffled = rows.map(([first, last, number]) => [number.slice(1), last, 'x', first]);
        const text = stringify([['Handynummer', 'Nachname', 'Abteilung', 'Vorname'], ...shuffled], { delimiter: ';' });
        expect(readPeople(text)).toEqual(rows.map((cells, index) => [index + 2, ...cells]));
      }),
    );
  });

  it('returns people or an error for arbitrary bytes, and never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const found = readRecipients(bytes);
        if ('error' in found) return;
        const text = decodeText(bytes) ?? '';
        expect(found.lines.length).toBeLessThanOrEqual(text.split(/\r\n|\n|\r/).length);
      }),
    );
  });
});

describe('column names', () => {
  it.each([
    ['name,mobile', 'Ana Maria Ng'],
    ['Recipient;Phone', 'Ana Maria Ng'],
    ['RECIPIENT NAME\tPhone number', 'Ana Maria Ng'],
    ['Empfänger;Handy', 'Ana Maria Ng'],
    ['Empfaenger;Telefonnummer', 'Ng, Ana Maria'],
    ['Mitarbeiter;Mobil-Nr.', '"Ng, Ana Maria"'],
    ['full_name,number', '"Ng,  Ana Maria"'],
  ])('recognises the column of full names in %s', (head, name) => {
    const separator = /[;\t,]/.exec(head)?.[0] ?? '';
    const [[, first, last, mobile] = []] = readPeople(`${head}\n${name}${separator}0412 345 678`) as string[][];
    expect(`${first} ${last}`).toBe('Ana Maria Ng');
    expect(mobile).toBe('0412345678');
  });

  it.each([
    'first name,last name,mobile',
    'Vorname;Name;Handy',
    'recipient_firstname,recipient_lastname,recipient_mobile',
  ])('recognises the columns of first and last names in %s', (head) => {
    const separator = /[;,]/.exec(head)?.[0] ?? '';
    const row = ['Ana Maria', 'Ng', '+61 412 345 678'].join(separator);
    expect(readPeople(`${head}\n${row}`)).toEqual([[2, 'Ana Maria', 'Ng', '+61412345678']]);
  });

  it('reads a list without column names when one column contains mobile numbers', () => {
    expect(readPeople('Ana Ng,0412345678\nBen Wu,412345679')).toEqual([
      [1, 'Ana', 'Ng', '0412345678'],
      [2, 'Ben', 'Wu', '0412345679'],
    ]);
    expect(readPeople('Ana;Ng;0412345678')).toEqual([[1, 'Ana', 'Ng', '0412345678']]);
  });
});

describe('rows of a list', () => {
  it.each([
    ['Name,Phone,Mobile', 'Mia Tran,0290001234,0491570156'],
    ['Number,Name,Mobile number', '7,Mia Tran,0491570156'],
    ['Nummer;Name;Handynummer;Telefon', '7;Mia Tran;0491570156;0290001234'],
  ])('prefers the column named mobile to columns with other numbers: %s', (names, row) => {
    expect(readPeople(`${names}\n${row}`)).toEqual([[2, 'Mia', 'Tran', '0491570156']]);
  });

  it('keeps the row numbers of the spreadsheet, drops empty rows and leaves missing values empty', () => {
    const text = 'sep=;\nname;mobile\n\n"Ana\nNg";0412345678\n;;\nBen Wu\n';
    expect(readPeople(text)).toEqual([
      [4, 'Ana', 'Ng', '0412345678'],
      [6, 'Ben', 'Wu', ''],
    ]);
  });

  it("decodes umlauts in Excel's legacy encoding", () => {
    const bytes = Uint8Array.from('name;handy\nJürgen Größe;0412345678', (sign) => sign.charCodeAt(0));
    expect(readPeople(bytes)).toEqual([[2, 'Jürgen', 'Größe', '0412345678']]);
  });

  it('accepts a thousand rows, and reports the number of rows when there are more', () => {
    const rows = (count: number) => `name,mobile\n${'Ana Ng,0412345678\n'.repeat(count)}`;
    expect(readPeople(rows(1_000))).toHaveLength(1_000);
    expect(read(rows(1_001))).toEqual({ error: 'too-many', count: 1_001 });
  });
});

it.each([
  ['', { error: 'empty' }],
  ['name,mobile\n', { error: 'empty' }],
  ['name,email\nAna Ng,ana@example.com', { error: 'no-columns' }],
  ['Ana Ng,ana@example.com', { error: 'no-columns' }],
  ['PK\u0003\u0004\u0000\u0000\u0001', { error: 'no-text' }],
  ['name,mobile\nAna Ng,0412345678\n"Ben Wu,0412345679\n', { error: 'quotes', line: 3 }],
])('rejects a file that contains %j', (text, error) => {
  expect(read(text)).toEqual(error);
});

it.each([
  ['412345678', '0412345678'],
  ['0412 345 678', '0412345678'],
  ['+61 412 345 678', '+61412345678'],
  ['+61 (0)412 345 678', '+61412345678'],
  ['61412345678', '+61412345678'],
  ['0061412345678', '+61412345678'],
  ["'0412345678", '0412345678'],
  ['="0412345678"', '0412345678'],
  ['0412/345-678', '0412345678'],
  ['+64 21 123 4567', '+64211234567'],
  ['6.14123E+10', '614123E+10'],
  ['', ''],
])('normalises the mobile number %s to %s', (cell, mobile) => {
  expect(normalizeMobileCell(cell)).toBe(mobile);
});
