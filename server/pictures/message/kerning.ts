import { inflateSync } from 'node:zlib';

/** Kerning in font units for a pair of glyph indexes; 0 when the font says nothing. */
export type Kerning = (left: number, right: number) => number;

/**
 * Reads the pair kerning of a WOFF font (GPOS lookup type 2, also behind the extension type 9, which opentype.js
 * does not read). Only the x advance of the first glyph is used: that is what Latin fonts kern with.
 */
export function readKerning(woff: Buffer): Kerning {
  const gpos = readTable(woff, 'GPOS');
  if (!gpos) return () => 0;
  const pairs = pairTables(gpos).map(readPairTable);
  return (left, right) => {
    for (const pair of pairs) {
      const advance = pair(left, right);
      // The first table that covers the left glyph and knows the pair decides, as the format says.
      if (advance !== null) return advance;
    }
    return 0;
  };
}

/** https://www.w3.org/TR/WOFF/: a directory of 20 byte entries after a 44 byte header. */
function readTable(woff: Buffer, tag: string): Buffer | null {
  const count = woff.readUInt16BE(12);
  for (let entry = 44; entry < 44 + count * 20; entry += 20) {
    if (woff.toString('latin1', entry, entry + 4) !== tag) continue;
    const [offset, packed, full] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [number, number, number];
    const bytes = woff.subarray(offset, offset + packed);
    return packed < full ? inflateSync(bytes) : bytes;
  }
  return null;
}

/** Every pair adjustment table of the lookups that the feature 'kern' names. */
function pairTables(gpos: Buffer): Buffer[] {
  const features = gpos.subarray(gpos.readUInt16BE(6));
  const lookups = gpos.subarray(gpos.readUInt16BE(8));
  const named = new Set<number>();
  for (let record = 2; record < 2 + features.readUInt16BE(0) * 6; record += 6) {
    if (features.toString('latin1', record, record + 4) !== 'kern') continue;
    const feature = features.subarray(features.readUInt16BE(record + 4));
    for (const lookup of readNumbers(feature, 4, feature.readUInt16BE(2))) named.add(lookup);
  }
  return [...named].flatMap((index) => {
    const lookup = lookups.subarray(lookups.readUInt16BE(2 + index * 2));
    const type = lookup.readUInt16BE(0);
    const tables = readNumbers(lookup, 6, lookup.readUInt16BE(4)).map((offset) => lookup.subarray(offset));
    if (type === 2) return tables;
    if (type !== 9) return [];
    return tables.filter((table) => table.readUInt16BE(2) === 2).map((table) => table.subarray(table.readUInt32BE(4)));
  });
}

type PairTable = (left: number, right: number) => number | null;

function readPairTable(table: Buffer): PairTable {
  const [format, coverageAt, valueFormat1, valueFormat2] = readNumbers(table, 0, 4) as [number, number, number, number];
  const covered = readCoverage(table.subarray(coverageAt));
  const advanceAt = valueFormat1 & 4 ? bits(valueFormat1 & 3) * 2 : null;
  const valueSize = (bits(valueFormat1) + bits(valueFormat2)) * 2;
  const advance = (at: number) => (advanceAt === null ? 0 : table.readInt16BE(at + advanceAt));
  if (format === 1) {
    const sets = readNumbers(table, 10, table.readUInt16BE(8));
    return (left, right) => {
      const set = sets[covered.get(left) ?? -1];
      if (set === undefined) return null;
      const end = set + 2 + table.readUInt16BE(set) * (2 + valueSize);
      for (let at = set + 2; at < end; at += 2 + valueSize) {
        if (table.readUInt16BE(at) === right) return advance(at + 2);
      }
      return null;
    };
  }
  const [leftAt, rightAt, , rightClasses] = readNumbers(table, 8, 4) as [number, number, number, number];
  const leftClass = readClasses(table.subarray(leftAt));
  const rightClass = readClasses(table.subarray(rightAt));
  return (left, right) => {
    if (!covered.has(left)) return null;
    const cell = (leftClass.get(left) ?? 0) * rightClasses + (rightClass.get(right) ?? 0);
    return advance(16 + cell * valueSize);
  };
}

function readCoverage(table: Buffer): Map<number, number> {
  const count = table.readUInt16BE(2);
  if (table.readUInt16BE(0) === 1) return new Map(readNumbers(table, 4, count).map((glyph, index) => [glyph, index]));
  return readRanges(table, (first, glyph) => first + glyph);
}

function readClasses(table: Buffer): Map<number, number> {
  if (table.readUInt16BE(0) === 2) return readRanges(table, (group) => group);
  const first = table.readUInt16BE(2);
  return new Map(readNumbers(table, 6, table.readUInt16BE(4)).map((group, index) => [first + index, group]));
}

/** Records (first glyph, last glyph, value); `readValue` gets the value and the glyph's place in its range. */
function readRanges(table: Buffer, readValue: (value: number, place: number) => number): Map<number, number> {
  const values = new Map<number, number>();
  for (let record = 0; record < table.readUInt16BE(2); record += 1) {
    const [first, last, value] = readNumbers(table, 4 + record * 6, 3) as [number, number, number];
    for (let glyph = first; glyph <= last; glyph += 1) values.set(glyph, readValue(value, glyph - first));
  }
  return values;
}

function readNumbers(table: Buffer, at: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => table.readUInt16BE(at + index * 2));
}

/** How many bits are set: a value record holds one 16-bit number for each. */
function bits(flags: number): number {
  return flags.toString(2).replaceAll('0', '').length;
}
