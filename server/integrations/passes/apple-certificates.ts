import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Settings } from '../../settings.ts';
import { keyError, readKeyText } from './key-text.ts';

export type AppleCertificates = {
  passTypeIdentifier: string;
  teamIdentifier: string;
  /** All three are in PEM format, and the key is decrypted. */
  wwdr: string;
  signerCert: string;
  signerKey: string;
  validUntil: Date;
};

type Named = Pick<
  Settings,
  | 'APPLE_PASS_TYPE_ID'
  | 'APPLE_TEAM_ID'
  | 'APPLE_PASS_CERTIFICATE'
  | 'APPLE_PASS_KEY'
  | 'APPLE_PASS_KEY_PASSPHRASE'
  | 'APPLE_WWDR_CERTIFICATE'
>;

const BEGINS = '-----BEGIN ';

/** Checks certificates and key at startup, because an iPhone would later reject the pass silently. */
export async function readAppleCertificates(settings: Named, now: Date): Promise<AppleCertificates> {
  const signer = await readCertificate('APPLE_PASS_CERTIFICATE', settings.APPLE_PASS_CERTIFICATE);
  const wwdr = await readCertificate('APPLE_WWDR_CERTIFICATE', settings.APPLE_WWDR_CERTIFICATE);
  const key = await readPrivateKey(settings);
  const { APPLE_PASS_TYPE_ID: passTypeIdentifier, APPLE_TEAM_ID: teamIdentifier } = settings;
  if (!signer.checkPrivateKey(key)) {
    throw keyError(
      'APPLE_PASS_KEY does not belong to APPLE_PASS_CERTIFICATE; export both from the same keychain entry.',
    );
  }
  holdAgainst('UID', signer, { name: 'APPLE_PASS_TYPE_ID', value: passTypeIdentifier });
  holdAgainst('OU', signer, { name: 'APPLE_TEAM_ID', value: teamIdentifier });
  if (!signer.checkIssued(wwdr) || !signer.verify(wwdr.publicKey)) {
    throw keyError(
      `APPLE_WWDR_CERTIFICATE did not issue APPLE_PASS_CERTIFICATE; use the intermediate certificate of its issuer: ${toSingleLine(signer.issuer)}.`,
    );
  }
  refuseOver('APPLE_PASS_CERTIFICATE', signer, now);
  refuseOver('APPLE_WWDR_CERTIFICATE', wwdr, now);
  return {
    passTypeIdentifier,
    teamIdentifier,
    wwdr: wwdr.toString(),
    signerCert: signer.toString(),
    signerKey: String(key.export({ type: 'pkcs8', format: 'pem' })),
    validUntil: new Date(Math.min(signer.validToDate.getTime(), wwdr.validToDate.getTime())),
  };
}

/** Settings may contain escaped line breaks. */
async function readPemText(name: string, value: string): Promise<string> {
  return (await readKeyText(name, value, BEGINS)).replaceAll('\\n', '\n');
}

async function readCertificate(name: string, value: string): Promise<X509Certificate> {
  const text = await readPemText(name, value);
  try {
    return new X509Certificate(text);
  } catch (error) {
    throw keyError(
      `${name} contains no PEM certificate; to convert a .cer file, run: openssl x509 -inform der -in FILE.cer -out FILE.pem.`,
      error,
    );
  }
}

async function readPrivateKey({ APPLE_PASS_KEY, APPLE_PASS_KEY_PASSPHRASE }: Named) {
  const key = await readPemText('APPLE_PASS_KEY', APPLE_PASS_KEY);
  try {
    const read = createPrivateKey({
      key,
      ...(APPLE_PASS_KEY_PASSPHRASE ? { passphrase: APPLE_PASS_KEY_PASSPHRASE } : {}),
    });
    if (read.asymmetricKeyType === 'rsa') return read;
  } catch (error) {
    throw keyError(
      'APPLE_PASS_KEY contains no PEM private key that APPLE_PASS_KEY_PASSPHRASE decrypts; check the key and the passphrase.',
      error,
    );
  }
  throw keyError('APPLE_PASS_KEY is not an RSA key, the only kind that Apple signs pass certificates for.');
}

/** Apple puts the pass type id in the subject's UID and the team id in its OU. */
function holdAgainst(
  part: 'UID' | 'OU',
  { subject }: X509Certificate,
  { name, value }: { name: string; value: string },
) {
  const values = subject
    .split('\n')
    .filter((line) => line.startsWith(`${part}=`))
    .map((line) => line.slice(part.length + 1));
  if (values.includes(value)) return;
  const says = values.length > 0 ? `is for ${values.join(' and ')}` : `has no ${part}`;
  throw keyError(`${name} is ${value}, but APPLE_PASS_CERTIFICATE ${says}; correct the one that is wrong.`);
}

function refuseOver(name: string, { validFromDate, validToDate }: X509Certificate, now: Date): void {
  if (validToDate <= now) {
    throw keyError(`${name} expired on ${formatDay(validToDate)}; create a new one in the Apple developer account.`);
  }
  if (validFromDate > now) {
    throw keyError(`${name} is not valid before ${formatDay(validFromDate)}; check this machine's clock.`);
  }
}

export const formatDay = (date: Date): string => date.toISOString().slice(0, 10);
const toSingleLine = (name: string): string => name.replaceAll('\n', ', ');
