import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { get as getByTls } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import { isOpenToOthers } from '#server/platform/database/embedded/folder-mode.ts';
import { readMetricsCertificate } from '#server/platform/http/tls/own-certificate.ts';
import { formatCount } from '#server/platform/kernel/plain-texts.ts';
import { judgeCertificate } from '#server/platform/monitoring/alarms/alarm-rules.ts';
import { readWatchedCertificates } from '#server/platform/monitoring/alarms/watched-certificates.ts';
import type { Settings } from '#server/settings.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const OLDEST_NODE = 26;
const DAY_MS = 86_400_000;
const LITTLE_ROOM = 1_024 ** 3;
const OLD_BACKUP_DAYS = 2;
const ANSWER_MS = 5_000;

type Parts = { settings: Settings; clock: Clock };

export function checkNode(): Finding {
  const { node } = process.versions;
  return Number(node.split('.')[0]) >= OLDEST_NODE
    ? ok(`Node ${node} is recent enough.`)
    : wrong(`Node ${node} is too old. Run npm ci, which installs Node ${OLDEST_NODE}, or install it yourself.`);
}

export function checkSettings({ settings }: Parts): Finding[] {
  const { production, publicUrl, TRUST_PROXY, DEMO, SEED, OPERATOR_MOBILE, OPERATOR_EMAIL, NETWORK } = settings;
  const isOpen = publicUrl.startsWith('https:');
  const hasNoProxy = ['', '0', 'undefined'].includes(String(TRUST_PROXY));
  const found = [
    isOpen && hasNoProxy
      ? wrong(
          'TRUST_PROXY is not set although PUBLIC_URL is https, so all customers seem to share one IP address. See docs/how-to/deploy.md.',
        )
      : null,
    production && !isOpen && DEMO !== '1'
      ? wrong(
          `PUBLIC_URL ${publicUrl} is not https. Put a TLS proxy in front of the shop and set PUBLIC_URL to its address.`,
        )
      : null,
    production && OPERATOR_MOBILE === '' && OPERATOR_EMAIL === ''
      ? wrong('No operator receives notices. Set OPERATOR_MOBILE or OPERATOR_EMAIL.')
      : null,
    production && SEED === 'demo' && DEMO !== '1'
      ? wrong('SEED=demo fills an empty shop with demo products. Set SEED=none.')
      : null,
    production && NETWORK === 'encrypted'
      ? note(
          'NETWORK=encrypted allows plain connections to your other machines. Doctor cannot check that this network is encrypted.',
        )
      : null,
    production ? null : note(`NODE_ENV is ${settings.NODE_ENV}. For a live shop, set NODE_ENV=production.`),
  ].filter((finding) => finding !== null);
  return found.some(({ state }) => state === 'wrong') ? found : [ok('The settings are consistent.'), ...found];
}

/** Tests write access by creating a folder, because permission bits are not reliable on every disk. */
export function checkDataFolder({ settings }: Parts): Finding[] {
  const { DATA_DIR: folder } = settings;
  try {
    rmSync(mkdtempSync(join(folder, 'doctor-')), { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const problem = code === 'ENOENT' ? 'does not exist: npm start creates it' : `is not writable (${code})`;
    return [wrong(`The data folder ${folder} ${problem}. Set DATA_DIR to a folder that the shop can write to.`)];
  }
  const { bavail, bsize } = statfsSync(folder);
  const files = join(folder, 'db');
  const isOpen = existsSync(files) && isOpenToOthers(files);
  const gigabytes = ((bavail * bsize) / LITTLE_ROOM).toFixed(1);
  return [
    ok(`The data folder ${folder} is writable.`),
    ...(isOpen ? [wrong(`Other users of this machine can read and write ${files}. Run: chmod 700 ${files}`)] : []),
    bavail * bsize < LITTLE_ROOM
      ? wrong(`The disk of ${folder} has ${gigabytes} GB left. Free some space: a full disk stops the shop.`)
      : ok(`The disk of ${folder} has ${gigabytes} GB left.`),
  ];
}

const lastBackup = z.object({ takenAt: z.iso.datetime(), file: z.string() });

export function checkBackups({ settings, clock }: Parts, file: string): Finding {
  const advice = 'Run npm run backup -- FILE every day, and keep FILE on another machine.';
  const bad = settings.DATABASE_URL === undefined ? wrong : note;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return bad(`No backup has been made from this data folder. ${advice}`);
  }
  const { success, data } = lastBackup.safeParse(JSON.parse(text));
  if (!success) return bad(`${file} cannot be read. Delete it. ${advice}`);
  const days = (clock.ms() - Date.parse(data.takenAt)) / DAY_MS;
  const line = `The last backup is from ${data.takenAt}, in ${data.file}.`;
  return days > OLD_BACKUP_DAYS ? bad(`${line} ${advice}`) : ok(line);
}

export async function checkCertificates({ settings, clock }: Parts): Promise<Finding[]> {
  const now = clock.onMachine(clock.now());
  return (await readWatchedCertificates({ settings, now })).map((certificate) => {
    if ('unseen' in certificate) return note(certificate.unseen);
    if ('wrong' in certificate) return wrong(certificate.wrong);
    const sentence = judgeCertificate(certificate, now);
    if (sentence) return wrong(sentence);
    const days = Math.floor((certificate.validUntil.getTime() - now.getTime()) / DAY_MS);
    return ok(`${certificate.name} is valid for ${formatCount(days, 'day')}.`);
  });
}

const readiness = z.object({
  status: z.string(),
  // Optional, because in production only METRICS_PORT reports services.
  services: z.array(z.object({ service: z.string(), provider: z.string(), state: z.string() })).optional(),
});

export async function checkRunning({ settings }: Parts): Promise<Finding[]> {
  const host = ['0.0.0.0', '::'].includes(settings.HOST) ? '127.0.0.1' : settings.HOST;
  const scheme = settings.TLS_CERT_FILE === undefined ? 'http' : 'https';
  const authority = `${host.includes(':') ? `[${host}]` : host}:${settings.METRICS_PORT ?? settings.PORT}`;
  const address = `${scheme}://${authority}/readyz`;
  try {
    const { status, services } = readiness.parse(JSON.parse(await fetchReadiness(address, settings)));
    const failing = (services ?? []).filter(({ state }) => state === 'failing' || state === 'circuit_open');
    return [
      status === 'ready'
        ? ok('The shop is running.')
        : wrong(`The shop is running but reports that it is ${status}. See its log.`),
      ...(services ? [] : [note('Set METRICS_PORT to see the state of the connected services here.')]),
      ...failing.map(({ service, provider }) =>
        wrong(`The shop cannot reach ${provider} for ${service}. See its log and the status page of ${provider}.`),
      ),
    ];
  } catch {
    const certificateNote =
      settings.METRICS_CA_FILE === undefined ? '' : ' when called with the certificate in TLS_CERT_FILE';
    return [
      note(
        `No shop answers at ${address}${certificateNote}. If it should be running, start it (npm start) and read its output.`,
      ),
    ];
  }
}

/**
 * Skips certificate verification: the request goes to this machine, but the certificate is for the public host name.
 */
async function fetchReadiness(address: string, settings: Settings): Promise<string> {
  const get = address.startsWith('https:') ? getByTls : getPlain;
  const { cert, key } = (settings.METRICS_CA_FILE && readMetricsCertificate(settings)?.options) || {};
  const options = { cert, key, agent: false, rejectUnauthorized: false, signal: AbortSignal.timeout(ANSWER_MS) };
  const request = get(address, options);
  const [answer] = await once(request, 'response');
  return text(answer);
}
