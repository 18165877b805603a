/** SHA-256 and PBKDF2 as FIPS 180-4 and RFC 8018 describe them, for pages where crypto.subtle is missing. */

const BLOCK = 64;
const STATE = 8;

/** The first 32 bits of the fractional parts of the roots of the first primes: what the constants of SHA-256 are. */
function fractions(count: number, root: number): Uint32Array {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return Uint32Array.from(primes, (prime) => (prime ** (1 / root) % 1) * 2 ** 32);
}

const START = fractions(STATE, 2);
const ROUND = fractions(BLOCK, 3);
const words = new Uint32Array(BLOCK);

/** One round of compression: changes `state` by the 16 big-endian words of a block. */
function compress(state: Uint32Array, block: Uint32Array): void {
  const w = words;
  w.set(block);
  for (let i = 16; i < BLOCK; i += 1) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (w[i - 16] as number) + s0 + (w[i - 7] as number) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < BLOCK; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + (w[i] as number)) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] as number) + value;
}

/** The bytes as words in blocks, padded as the end of a message that is `before` bytes longer. */
function padded(bytes: Uint8Array, before: number): Uint32Array {
  const size = Math.ceil((bytes.length + 9) / BLOCK) * BLOCK;
  const view = new DataView(new ArrayBuffer(size));
  bytes.forEach((byte, at) => {
    view.setUint8(at, byte);
  });
  view.setUint8(bytes.length, 0x80);
  view.setUint32(size - 4, (before + bytes.length) * 8);
  return Uint32Array.from({ length: size / 4 }, (_, at) => view.getUint32(at * 4));
}

function digest(bytes: Uint8Array, state = Uint32Array.from(START), before = 0): Uint32Array {
  const blocks = padded(bytes, before);
  for (let at = 0; at < blocks.length; at += 16) compress(state, blocks.subarray(at, at + 16));
  return state;
}

function toBytes(state: Uint32Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(state.length * 4));
  state.forEach((word, at) => {
    view.setUint32(at * 4, word);
  });
  return new Uint8Array(view.buffer);
}

type Keyed = { inner: Uint32Array; outer: Uint32Array };

/** HMAC's two key blocks, compressed once: each further round then costs two compressions. */
function keyed(password: Uint8Array): Keyed {
  const key = password.length > BLOCK ? toBytes(digest(password)) : password;
  const started = (pad: number) => {
    const state = Uint32Array.from(START);
    const block = Uint8Array.from({ length: BLOCK }, (_, at) => (key[at] ?? 0) ^ pad);
    compress(state, padded(block, 0).subarray(0, 16));
    return state;
  };
  return { inner: started(0x36), outer: started(0x5c) };
}

function hmac({ inner, outer }: Keyed, message: Uint8Array): Uint32Array {
  const hash = toBytes(digest(message, Uint32Array.from(inner), BLOCK));
  return digest(hash, Uint32Array.from(outer), BLOCK);
}

/** PBKDF2-HMAC-SHA-256; `length` in bytes. */
export function pbkdf2Sha256({
  password,
  salt,
  rounds,
  length,
}: {
  password: Uint8Array;
  salt: Uint8Array;
  rounds: number;
  length: number;
}): Uint8Array {
  const key = keyed(password);
  const parts = Array.from({ length: Math.ceil(length / 32) }, (_, at) =>
    oneBlock(key, { salt, rounds, number: at + 1 }),
  );
  return Uint8Array.from(parts.flatMap((part) => [...toBytes(part)])).subarray(0, length);
}

function oneBlock(key: Keyed, { salt, rounds, number }: { salt: Uint8Array; rounds: number; number: number }) {
  const first = hmac(key, Uint8Array.from([...salt, ...toBytes(Uint32Array.of(number))]));
  const sum = Uint32Array.from(first);
  // The message of every later round is one hash, so its padded block only changes in the first eight words.
  const block = padded(toBytes(first), BLOCK);
  const state = new Uint32Array(STATE);
  for (let round = 1; round < rounds; round += 1) {
    state.set(key.inner);
    compress(state, block);
    block.set(state);
    state.set(key.outer);
    compress(state, block);
    block.set(state);
    for (let at = 0; at < STATE; at += 1) sum[at] = (sum[at] as number) ^ (state[at] as number);
  }
  return sum;
}
