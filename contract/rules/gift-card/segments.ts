/** Characters of GSM 03.38; text with any other character is sent as UCS-2. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '^{}\\[~]|€\f';

export type Segments = { encoding: 'gsm' | 'unicode'; units: number; segments: number };

function gsmUnits(character: string): number | null {
  if (BASIC.includes(character)) return 1;
  return EXTENDED.includes(character) ? 2 : null;
}

/** Escape and surrogate pairs are never split, so a text may need one part more than division suggests. */
function countParts(sizes: number[], single: number, part: number): number {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total === 0) return 0;
  if (total <= single) return 1;
  let parts = 1;
  let room = part;
  for (const size of sizes) {
    if (size > room) {
      parts += 1;
      room = part;
    }
    room -= size;
  }
  return parts;
}

export function countSegments(text: string): Segments {
  const characters = [...text];
  const gsm = characters.map(gsmUnits);
  if (gsm.every((units) => units !== null)) {
    const sizes = gsm as number[];
    return { encoding: 'gsm', units: sizes.reduce((a, b) => a + b, 0), segments: countParts(sizes, 160, 153) };
  }
  const sizes = characters.map((character) => character.length);
  return { encoding: 'unicode', units: text.length, segments: countParts(sizes, 70, 67) };
}
