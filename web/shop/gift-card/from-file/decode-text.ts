type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Number of bytes inspected to detect the encoding of a file without a BOM. */
const SAMPLE = 1_000;

/** Returns the text of a file, or null if the file is binary. */
export function decodeText(bytes: Uint8Array): string | null {
  const text = new TextDecoder(detectEncoding(bytes)).decode(bytes);
  return text.includes('\u0000') ? null : text;
}

/** Without a BOM, zeros in every second byte mean UTF-16, and invalid UTF-8 means windows-1252 from Excel. */
function detectEncoding(bytes: Uint8Array): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE);
  const zerosAt = (parity: number) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length;
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (Math.min(even, odd) === 0 && even + odd > sample.length / 4) return odd > 0 ? 'utf-16le' : 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
