import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compress, decompress } from 'woff2-encoder';

// node tools/web/display-font.ts: subsets the display font to the letters of most headings and writes the subset to
// web/shared/brand/. The subset loads before first paint; the full font, 50 % larger, loads only for other letters.
const WHOLE = '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2';

export const basicFont = join(import.meta.dirname, '../../web/shared/brand/display-basic.woff2');

/** This must equal the unicode-range in display-face.css. */
export const BASIC_LETTERS =
  'U+20-5A,U+61-7A,U+A0,U+B7,U+C4,U+D6-D7,U+DC,U+DF,U+E4,U+E9,U+F6,U+FC,U+2013-2014,U+2018-2019,U+201C-201E,U+2026';

type Subsetter = {
  memory: WebAssembly.Memory;
  malloc(size: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_unicode_set(input: number): number;
  hb_set_add(set: number, codePoint: number): void;
  hb_subset_or_fail(face: number, input: number): number;
  hb_face_reference_blob(face: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
};

const READ_ONLY = 1;

export async function drawBasicFont(): Promise<Buffer> {
  const whole = await decompress(readFileSync(fileURLToPath(import.meta.resolve(WHOLE))));
  const program = new URL(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
  const { instance } = await WebAssembly.instantiate(readFileSync(program));
  const harfbuzz = instance.exports as unknown as Subsetter;
  const place = harfbuzz.malloc(whole.length);
  new Uint8Array(harfbuzz.memory.buffer).set(whole, place);
  const face = harfbuzz.hb_face_create(harfbuzz.hb_blob_create(place, whole.length, READ_ONLY, 0, 0), 0);
  const input = harfbuzz.hb_subset_input_create_or_fail();
  const letters = harfbuzz.hb_subset_input_unicode_set(input);
  for (const range of BASIC_LETTERS.split(',')) {
    const [first = 0, last = first] = range
      .slice(2)
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    for (let letter = first; letter <= last; letter += 1) harfbuzz.hb_set_add(letters, letter);
  }
  const subset = harfbuzz.hb_face_reference_blob(harfbuzz.hb_subset_or_fail(face, input));
  const start = harfbuzz.hb_blob_get_data(subset, 0);
  const font = new Uint8Array(harfbuzz.memory.buffer, start, harfbuzz.hb_blob_get_length(subset));
  return Buffer.from(await compress(font.slice()));
}

if (import.meta.main) writeFileSync(basicFont, await drawBasicFont());
