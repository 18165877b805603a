import { X509Certificate } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { readPostgresHosts } from '#server/platform/database/postgres/hosts.ts';
import { readOwnCertificate, readSettingFile } from '#server/platform/http/tls/own-certificate.ts';
import { formatErrorReason } from '#server/platform/kernel/operator-error.ts';
import type { WatchedCertificate } from './alarm-rules.ts';
import { readCertificate } from './read-certificate.ts';

type Parts = Pick<Context, 'settings'> & { now: Date };

export async function readWatchedCertificates({ settings, now }: Parts): Promise<WatchedCertificate[]> {
  return [
    ...(await readPublicUrlCertificate(settings.publicUrl, now)),
    ...readCertificateFiles(settings),
    ...(await Promise.all(listPostgresServers(settings).map(readPostgresCertificate))),
  ];
}

async function readPublicUrlCertificate(address: string, now: Date): Promise<WatchedCertificate[]> {
  if (!address.startsWith('https:')) return [];
  const { hostname } = new URL(address);
  const name = `The certificate of ${hostname}`;
  const about = { alarm: 'certificate_ends', name, renew: 'Renew it at the proxy.' } as const;
  try {
    const { validUntil, refused } = await readCertificate(address);
    if (!refused || validUntil < now) return [{ ...about, validUntil }];
    return [
      { ...about, wrong: `Browsers reject the certificate of ${hostname} (${refused}). Replace it at the proxy.` },
    ];
  } catch (error) {
    return [{ ...about, unseen: formatUnseen(address, error) }];
  }
}

const formatUnseen = (address: string, error: unknown): string =>
  `${address} does not answer this machine (${formatErrorReason(error)}), so its certificate could not be checked.`;

type File = {
  setting: string;
  path: string;
  readEnd: (setting: string, path: string) => Date;
  /** What stops working if the file cannot be read; the default fits a server's own certificate. */
  consequence?: string;
};

/** Lists each file once, because several settings may name the same file. */
function readCertificateFiles(settings: Context['settings']): WatchedCertificate[] {
  const { TLS_CERT_FILE, METRICS_CA_FILE } = settings;
  const ownFile = TLS_CERT_FILE && {
    setting: 'TLS_CERT_FILE',
    path: TLS_CERT_FILE,
    readEnd: () => readOwnCertificate(settings)?.validUntil ?? new Date(0),
  };
  const readers = METRICS_CA_FILE && { setting: 'METRICS_CA_FILE', path: METRICS_CA_FILE, readEnd: readLastEnd };
  const ofDatabases = listDatabaseAddresses(settings).flatMap(({ name, parameters }) =>
    (
      [
        ['sslcert', readFirstEnd],
        ['sslrootcert', readLastEnd],
      ] as const
    ).flatMap(([parameter, readEnd]) => {
      const path = parameters.get(parameter);
      const consequence = 'The server reads it for each connection, so it cannot open new connections to PostgreSQL.';
      return path ? [{ setting: `${name} (${parameter})`, path, readEnd, consequence }] : [];
    }),
  );
  const files = [ownFile, readers, ...ofDatabases].filter((file): file is File => typeof file === 'object');
  return files
    .filter(({ path }, index) => files.findIndex((file) => file.path === path) === index)
    .map(readCertificateFile);
}

const GOES_ON = 'Running servers keep the certificate they loaded, but no server can start.';

function readCertificateFile({ setting, path, readEnd, consequence = GOES_ON }: File): WatchedCertificate {
  const renew = 'Renew the file. The server reloads it without a restart.';
  const about = { alarm: 'server_certificate_ends', name: `The certificate in ${setting}`, renew } as const;
  try {
    return { ...about, validUntil: readEnd(setting, path) };
  } catch (error) {
    return { ...about, wrong: `${formatErrorReason(error)}. ${consequence}` };
  }
}

/** A chain expires as soon as one certificate in it does, an authority file when its last one does. */
const readFirstEnd: File['readEnd'] = (...file) => new Date(Math.min(...readEndTimes(...file)));
const readLastEnd: File['readEnd'] = (...file) => new Date(Math.max(...readEndTimes(...file)));

function readEndTimes(setting: string, path: string): number[] {
  const found = readSettingFile(setting, path).match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!found) throw new Error(`${setting} names the file ${path}, which contains no PEM certificate`);
  return found.map((pem) => new X509Certificate(pem).validToDate.getTime());
}

type DatabaseAddress = { name: string; urls: readonly string[]; parameters: URLSearchParams };

function listDatabaseAddresses(settings: Context['settings']): DatabaseAddress[] {
  return (['DATABASE_URL', 'DATABASE_OWNER_URL'] as const).flatMap((name) => {
    const url = settings[name];
    const parameters = new URLSearchParams(url?.split('?')[1]);
    const isEncrypted = ['verify-full', 'verify-ca', 'require'].includes(parameters.get('sslmode') ?? '');
    return url && isEncrypted ? [{ name, urls: readPostgresHosts(url).urls, parameters }] : [];
  });
}

function listPostgresServers(settings: Context['settings']): string[] {
  return [
    ...new Set(
      listDatabaseAddresses(settings).flatMap(({ urls }) => urls.flatMap((url) => URL.parse(url)?.host || [])),
    ),
  ];
}

async function readPostgresCertificate(host: string): Promise<WatchedCertificate> {
  const name = `The certificate of PostgreSQL at ${host}`;
  const about = {
    alarm: 'server_certificate_ends',
    name,
    renew: 'Renew it on that machine (docs/how-to/tls-and-proxies.md).',
  } as const;
  try {
    const { validUntil } = await readCertificate(`postgres://${host}`);
    return { ...about, validUntil };
  } catch (error) {
    return { ...about, unseen: formatUnseen(`PostgreSQL at ${host}`, error) };
  }
}
