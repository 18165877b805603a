import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import opentype, { type PathCommand } from 'opentype.js';
import sharp, { type OverlayOptions } from 'sharp';

export type Row = { caption: string; cells: Buffer[][] };

const ROWS_A_SHEET = 10;
const QUALITY = 52;
const GAP = 8;
const CAPTION = 34;
const LETTERS = 20;
const GROUND = '#6b645d';

const file = '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-600-normal.woff';
const { buffer } = new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(file)));
const font = opentype.parse(buffer);

export async function createContactSheets(rows: Row[]): Promise<Buffer[]> {
  const sheets: Buffer[] = [];
  for (let first = 0; first < rows.length; first += ROWS_A_SHEET) {
    sheets.push(await composeSheet(rows.slice(first, first + ROWS_A_SHEET)));
  }
  return sheets;
}

async function composeSheet(rows: Row[]): Promise<Buffer> {
  const layers: OverlayOptions[] = [];
  let [top, width] = [GAP, 0];
  for (const { caption, cells } of rows) {
    layers.push({ input: drawCaption(caption), left: GAP, top });
    let [left, tallest] = [GAP, 0];
    for (const column of cells) {
      let [below, widest] = [0, 0];
      for (const input of column) {
        const size = await sharp(input).metadata();
        layers.push({ input, left, top: top + CAPTION + below });
        below += size.height + GAP;
        widest = Math.max(widest, size.width);
      }
      left += widest + GAP;
      tallest = Math.max(tallest, below);
    }
    width = Math.max(width, left);
    top += CAPTION + tallest + GAP;
  }
  const sheet = sharp({ create: { width, height: top, channels: 3, background: GROUND } });
  return sheet.composite(layers).webp({ quality: QUALITY, effort: 5 }).toBuffer();
}

function drawCaption(caption: string): Buffer {
  let [pen, shapes] = [0, ''];
  for (const character of caption) {
    const glyph = font.charToGlyph(character);
    shapes += glyph.getPath(pen, 22, LETTERS).commands.map(formatPathCommand).join('');
    pen += ((glyph.advanceWidth ?? 0) / font.unitsPerEm) * LETTERS;
  }
  const size = `width="${Math.ceil(pen) + 2}" height="${CAPTION}"`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}><path fill="#fff" d="${shapes}"/></svg>`);
}

function formatPathCommand({ type, ...points }: PathCommand): string {
  const { x1, y1, x2, y2, x, y } = points as Partial<Record<string, number>>;
  return (
    type +
    [x1, y1, x2, y2, x, y].flatMap((coordinate) => (coordinate === undefined ? [] : [coordinate.toFixed(2)])).join(' ')
  );
}
