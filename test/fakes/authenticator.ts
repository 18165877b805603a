import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyCreation, PasskeyRequest } from '#contract/passkeys.ts';

type Said = { origin?: string; rpId?: string; challenge?: string; isVerified?: boolean; counter?: number };

type Kept = { id: Buffer; key: KeyObject; user: string; counter: number };

const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const hash = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function encodeCbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? encodeCborHead(1, -1 - value) : encodeCborHead(0, value);
  if (typeof value === 'string')
    return Buffer.concat([encodeCborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([encodeCborHead(2, value.length), value]);
  return Buffer.concat([
    encodeCborHead(5, value.size),
    ...[...value].flatMap(([key, item]) => [encodeCbor(key), encodeCbor(item)]),
  ]);
}

function encodeCborHead(kind: number, count: number): Buffer {
  const major = kind << 5;
  if (count < 24) return Buffer.from([major | count]);
  return count < 256 ? Buffer.from([major | 24, count]) : Buffer.from([major | 25, count >> 8, count & 255]);
}

function encodeCoseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (part: string) => Buffer.from(part, 'base64url');
  return encodeCbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]),
  );
}

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

function encodeAuthenticatorData({ rpId, counter, flags }: { rpId: string; counter: number; flags: number }): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  return Buffer.concat([hash(rpId), Buffer.from([flags]), counted]);
}

function encodeClientData(
  type: 'create' | 'get',
  { origin, challenge }: { origin: string; challenge: string },
): Buffer {
  return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
}

/** Simulates a browser on `origin` with an unlocked authenticator; tests can alter its responses. */
export function createAuthenticator(origin: string, { counts = true }: { counts?: boolean } = {}) {
  const passkeys: Kept[] = [];
  const buildFlags = ({ isVerified = true }: Said): number => PRESENT | (isVerified ? VERIFIED : 0);

  function create(options: PasskeyCreation, overrides: Said = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const passkey = { id: randomBytes(32), key: privateKey, user: options.user.id, counter: 0 };
    passkeys.push(passkey);
    const rpId = overrides.rpId ?? options.rp.id;
    const authData = Buffer.concat([
      encodeAuthenticatorData({ rpId, counter: 0, flags: buildFlags(overrides) | WITH_KEY }),
      Buffer.alloc(16),
      Buffer.from([0, passkey.id.length]),
      passkey.id,
      encodeCoseKey(publicKey),
    ]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    const id = toBase64url(passkey.id);
    const data = encodeClientData('create', { origin, challenge: options.challenge, ...overrides });
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: toBase64url(data),
        attestationObject: toBase64url(encodeCbor(attestation)),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  function get(options: PasskeyRequest, overrides: Said & { userHandle?: string } = {}) {
    const passkey = passkeys.at(-1);
    if (!passkey) throw new Error('There is no passkey yet.');
    if (counts) passkey.counter += 1;
    const { counter = passkey.counter, rpId = options.rpId } = overrides;
    const authenticatorData = encodeAuthenticatorData({ rpId, counter, flags: buildFlags(overrides) });
    const data = encodeClientData('get', { origin, challenge: options.challenge, ...overrides });
    const signature = sign('sha256', Buffer.concat([authenticatorData, hash(data)]), passkey.key);
    const id = toBase64url(passkey.id);
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: toBase64url(data),
        authenticatorData: toBase64url(authenticatorData),
        signature: toBase64url(signature),
        userHandle: overrides.userHandle ?? passkey.user,
      },
    };
  }
  return { create, get };
}
