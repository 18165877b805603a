import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyCreation, PasskeyRequest } from '#contract/passkeys.ts';

type Said = { origin?: string; rpId?: string; challenge?: string; isVerified?: boolean; counter?: number };

type Kept = { id: Buffer; key: KeyObject; user: string; counter: number };

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const hash = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

function head(kind: number, count: number): Buffer {
  const major = kind << 5;
  if (count < 24) return Buffer.from([major | count]);
  return count < 256 ? Buffer.from([major | 24, count]) : Buffer.from([major | 25, count >> 8, count & 255]);
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (part: string) => Buffer.from(part, 'base64url');
  return cbor(
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

function facts({ rpId, counter, flags }: { rpId: string; counter: number; flags: number }): Buffer {
  const counted = Buffer.alloc(4);
  counted.writeUInt32BE(counter);
  return Buffer.concat([hash(rpId), Buffer.from([flags]), counted]);
}

function clientData(type: 'create' | 'get', { origin, challenge }: { origin: string; challenge: string }): Buffer {
  return Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
}

/** Simulates a browser on `origin` with an unlocked authenticator; tests can alter its responses. */
export function createAuthenticator(origin: string, { counts = true }: { counts?: boolean } = {}) {
  const passkeys: Kept[] = [];
  const flagsOf = ({ isVerified = true }: Said): number => PRESENT | (isVerified ? VERIFIED : 0);

  function create(options: PasskeyCreation, overrides: Said = {}) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const passkey = { id: randomBytes(32), key: privateKey, user: options.user.id, counter: 0 };
    passkeys.push(passkey);
    const rpId = overrides.rpId ?? options.rp.id;
    const authData = Buffer.concat([
      facts({ rpId, counter: 0, flags: flagsOf(overrides) | WITH_KEY }),
      Buffer.alloc(16),
      Buffer.from([0, passkey.id.length]),
      passkey.id,
      coseKey(publicKey),
    ]);
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    const id = base64url(passkey.id);
    const data = clientData('create', { origin, challenge: options.challenge, ...overrides });
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64url(data),
        attestationObject: base64url(cbor(attestation)),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  function get(options: PasskeyRequest, overrides: Said & { userHandle?: string } = {}) {
    const passkey = passkeys.at(-1);
    if (!passkey) throw new Error('There is no passkey yet.');
    if (counts) passkey.counter += 1;
    const { counter = passkey.counter, rpId = options.rpId } = overrides;
    const authenticatorData = facts({ rpId, counter, flags: flagsOf(overrides) });
    const data = clientData('get', { origin, challenge: options.challenge, ...overrides });
    const signature = sign('sha256', Buffer.concat([authenticatorData, hash(data)]), passkey.key);
    const id = base64url(passkey.id);
    return {
      id,
      rawId: id,
      type: 'public-key' as const,
      response: {
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authenticatorData),
        signature: base64url(signature),
        userHandle: overrides.userHandle ?? passkey.user,
      },
    };
  }
  return { create, get };
}
