import { createHash, createPublicKey, createVerify, generateKeyPairSync, randomBytes } from 'node:crypto';
import forge from 'node-forge';
import type { PassCard } from '#server/integrations/passes/port.ts';

export const TYPE_ID = 'pass.test.handsel.giftcard';
export const TEAM_ID = 'A1B2C3D4E5';

type Subject = forge.pki.CertificateField[];
type Keys = { publicKey: string; privateKey: string };
type CertificateOptions = { typeId?: string; teamId?: string; from?: string; until?: string };

export function createKeyPair(): Keys {
  return generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

export function appleSettings({
  typeId = TYPE_ID,
  teamId = TEAM_ID,
  from = '2026-01-01',
  until = '2036-01-01',
}: CertificateOptions = {}) {
  const [issuerKeys, signerKeys] = [createKeyPair(), createKeyPair()];
  const issuer: Subject = [{ name: 'commonName', value: 'Test Developer Relations' }];
  const subject = [
    { type: '0.9.2342.19200300.100.1.1', value: typeId },
    { name: 'commonName', value: `Pass Type ID: ${typeId}` },
    { name: 'organizationalUnitName', value: teamId },
  ] as Subject;
  const years = { from: '2020-01-01', until: '2040-01-01' };
  const wwdr = createCertificate({ subject: issuer, issuer, keys: issuerKeys, signedBy: issuerKeys, ...years });
  const signer = createCertificate({ subject, issuer, keys: signerKeys, signedBy: issuerKeys, from, until });
  return {
    APPLE_PASS_TYPE_ID: TYPE_ID,
    APPLE_TEAM_ID: TEAM_ID,
    APPLE_PASS_CERTIFICATE: signer,
    APPLE_PASS_KEY: signerKeys.privateKey,
    APPLE_PASS_KEY_PASSPHRASE: '',
    APPLE_WWDR_CERTIFICATE: wwdr,
  };
}

export function createLocalhostCertificate(years = { from: '2020-01-01', until: '2040-01-01' }): {
  cert: string;
  key: string;
} {
  const keys = createKeyPair();
  const name: Subject = [{ name: 'commonName', value: '127.0.0.1' }];
  const names = [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }];
  const cert = createCertificate({ subject: name, issuer: name, keys, signedBy: keys, ...years, extensions: names });
  return { cert, key: keys.privateKey };
}

type Certificate = {
  subject: Subject;
  issuer: Subject;
  keys: Keys;
  signedBy: Keys;
  from: string;
  until: string;
  extensions?: object[];
};

function createCertificate({ subject, issuer, keys, signedBy, from, until, extensions = [] }: Certificate): string {
  const cert = forge.pki.createCertificate();
  cert.publicKey = forge.pki.publicKeyFromPem(keys.publicKey);
  // A signature identifies its certificate by issuer and serial number, so each certificate needs its own.
  cert.serialNumber = randomBytes(8).toString('hex').replace(/^./, '1');
  cert.validity.notBefore = new Date(from);
  cert.validity.notAfter = new Date(until);
  cert.setSubject(subject);
  cert.setIssuer(issuer);
  cert.setExtensions([{ name: 'basicConstraints', cA: keys === signedBy }, ...extensions]);
  cert.sign(forge.pki.privateKeyFromPem(signedBy.privateKey), forge.md.sha256.create());
  return forge.pki.certificateToPem(cert);
}

export const googleKeys = createKeyPair();
export const GOOGLE_EMAIL = 'wallet@handsel-test.iam.gserviceaccount.com';

export function googleSettings({ key = googleKeys.privateKey }: { key?: string } = {}) {
  return {
    GOOGLE_WALLET_ISSUER_ID: '3388000000012345678',
    GOOGLE_WALLET_KEY: JSON.stringify({ type: 'service_account', client_email: GOOGLE_EMAIL, private_key: key }),
  };
}

export function createPassCard(change: Partial<PassCard> = {}): PassCard {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="red"/></svg>';
  return {
    passId: 'b1946ac92492d2347c6235b4d2611184',
    code: 'TKGC7F3Q9XKM2P4D',
    shownCode: 'TKGC 7F3Q 9XKM 2P4D',
    pin: '4821',
    balanceCents: 3_750,
    currency: 'AUD',
    status: 'active',
    passToken: 'f2ca1bb6c7e907d06dafe4687e579fce76b37e4e93b7605022da52e6ccc26fd2',
    expiresAt: new Date('2029-11-20T12:59:59Z'),
    seller: { name: 'Tide & Kiln', shopUrl: 'tide-and-kiln' },
    logo: {
      bytes: Buffer.from(drawing),
      mime: 'image/svg+xml',
      id: 'logo',
      version: '1',
      ground: '#14664e',
      address: 'https://shop.test/media/logo/640.jpg?v=1',
    },
    ...change,
  };
}

export function unzipPass(pass: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  for (let offset = 0; pass.readUInt32LE(offset) === 0x04034b50; ) {
    const [method, size] = [pass.readUInt16LE(offset + 8), pass.readUInt32LE(offset + 18)];
    const [nameLength, extraLength] = [pass.readUInt16LE(offset + 26), pass.readUInt16LE(offset + 28)];
    if (method !== 0) throw new Error('This reader knows stored entries only.');
    const start = offset + 30 + nameLength + extraLength;
    files[pass.toString('utf8', offset + 30, offset + 30 + nameLength)] = pass.subarray(start, start + size);
    offset = start + size;
  }
  return files;
}

/** Returns why a phone would reject the pass. Checks the manifest's hashes, then the detached PKCS #7 signature. */
export function passErrors(files: Record<string, Buffer>, signerPem: string): string[] {
  const manifest = files['manifest.json'] ?? Buffer.alloc(0);
  const hashes = JSON.parse(manifest.toString()) as Record<string, string>;
  const names = Object.keys(files).filter((name) => name !== 'manifest.json' && name !== 'signature');
  const wrong = names.filter((name) => hashes[name] !== sha1(files[name] ?? Buffer.alloc(0)).toString('hex'));
  const extra = Object.keys(hashes).filter((name) => !names.includes(name));
  return [...wrong, ...extra, ...signatureErrors(files.signature ?? Buffer.alloc(0), { manifest, signerPem })];
}

const sha1 = (bytes: Buffer): Buffer => createHash('sha1').update(bytes).digest();

type Captured = { authenticatedAttributes: forge.asn1.Asn1[]; signature: string };

function signatureErrors(der: Buffer, { manifest, signerPem }: { manifest: Buffer; signerPem: string }): string[] {
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(der.toString('binary')));
  const { authenticatedAttributes, signature } = message.rawCapture as Captured;
  const set = forge.asn1.create(forge.asn1.Class.UNIVERSAL, forge.asn1.Type.SET, true, authenticatedAttributes);
  const signed = Buffer.from(forge.asn1.toDer(set).getBytes(), 'binary');
  const verify = createVerify('sha1').update(signed);
  return [
    verify.verify(createPublicKey(signerPem), Buffer.from(signature, 'binary')) ? '' : 'signature',
    signed.includes(sha1(manifest)) ? '' : 'digest of the manifest',
  ].filter(Boolean);
}
