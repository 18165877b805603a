import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type Server } from 'node:tls';
import { isDeepStrictEqual } from 'node:util';
import type { Context } from '#server/context.ts';
import { formatErrorReason, operatorError } from '#server/platform/kernel/operator-error.ts';
import type { Settings } from '#server/settings.ts';

const EVERY_MS = 60_000;

/** TLS 1.2 ciphers with forward secrecy and authenticated encryption, which all TLS 1.3 ciphers have. */
const CIPHERS = ['ECDSA', 'RSA']
  .flatMap((key) =>
    ['AES256-GCM-SHA384', 'CHACHA20-POLY1305', 'AES128-GCM-SHA256'].map((name) => `ECDHE-${key}-${name}`),
  )
  .join(':');

type TlsOptions = {
  cert: string;
  key: string;
  /** If set, clients need a certificate from this authority. */
  ca?: string;
  requestCert?: true;
  minVersion: 'TLSv1.2';
  ciphers: string;
  honorCipherOrder: true;
  handshakeTimeout: number;
};

/** `fingerprint` covers the certificate, but not its chain. */
export type OwnCertificate = { options: TlsOptions; validUntil: Date; fingerprint: string };

type Files = Partial<Pick<Settings, 'TLS_CERT_FILE' | 'TLS_KEY_FILE' | 'METRICS_CA_FILE'>>;

/** Returns null without TLS settings. Throws an operator error that names the setting of an unusable file. */
export function readOwnCertificate({ TLS_CERT_FILE, TLS_KEY_FILE }: Files): OwnCertificate | null {
  if (TLS_CERT_FILE === undefined || TLS_KEY_FILE === undefined) return null;
  const cert = readSettingFile('TLS_CERT_FILE', TLS_CERT_FILE);
  const key = readSettingFile('TLS_KEY_FILE', TLS_KEY_FILE);
  const tls = { minVersion: 'TLSv1.2', ciphers: CIPHERS, honorCipherOrder: true, handshakeTimeout: 10_000 } as const;
  const options = { cert, key, ...tls };
  try {
    createSecureContext(options);
    const { validToDate: validUntil, fingerprint256: fingerprint } = new X509Certificate(cert);
    return { options, validUntil, fingerprint };
  } catch (error) {
    const sentence = `TLS_CERT_FILE and TLS_KEY_FILE must contain a certificate and its key in PEM format (${formatErrorReason(error)}).`;
    throw operatorError({ code: 'setting', sentence, cause: error });
  }
}

export function readMetricsCertificate(settings: Files): OwnCertificate | null {
  const certificate = readOwnCertificate(settings);
  const { METRICS_CA_FILE: path } = settings;
  if (!certificate || path === undefined) return certificate;
  const ca = readSettingFile('METRICS_CA_FILE', path);
  try {
    createSecureContext({ ca });
    new X509Certificate(ca);
  } catch (error) {
    const sentence = `METRICS_CA_FILE must contain a certificate in PEM format (${formatErrorReason(error)}).`;
    throw operatorError({ code: 'setting', sentence, cause: error });
  }
  return { ...certificate, options: { ...certificate.options, ca, requestCert: true } };
}

export function readSettingFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? 'unreadable';
    throw operatorError({
      code: 'setting',
      sentence: `${name} names the file ${path}, which cannot be read (${reason}).`,
      cause,
    });
  }
}

type Renewing = { read: () => OwnCertificate | null; log: Context['log'] };

/**
 * Polls, because file watches miss replaced files and links. Ignores a half-finished renewal, whose key does not match
 * its certificate.
 */
export function reloadRenewedCertificate(server: Server, certificate: OwnCertificate, { read, log }: Renewing): void {
  let { options } = certificate;
  let loggedReason = '';
  const look = (): void => {
    try {
      const found = read();
      loggedReason = '';
      if (!found || isDeepStrictEqual(found.options, options)) return;
      ({ options } = found);
      server.setSecureContext(options);
      log.info({ validUntil: found.validUntil }, 'certificate.renewed');
    } catch (error) {
      const reason = formatErrorReason(error);
      if (reason !== loggedReason) log.error({ err: error }, 'certificate.unreadable');
      loggedReason = reason;
    }
  };
  const timer = setInterval(look, EVERY_MS).unref();
  server.on('close', () => clearInterval(timer));
}
