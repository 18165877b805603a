import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export type PictureError = Error & { pictureError: true; unnamedHost?: string };

export type Network = {
  /** Allowed hosts, such as 'img.example', or '*.example' for subdomains. */
  hosts: readonly string[];
  resolve: (host: string) => Promise<{ address: string; family: number }[]>;
  isAllowed: (address: string) => boolean;
  /** Allowed ports. '' means the default port. */
  ports: readonly string[] | 'any';
  /** If false, fetches http URLs over https. */
  mayBePlain: boolean;
  /** Timeout per picture, including redirects. */
  timeMs: number;
};

/** The only picture host in Shopify's exports. */
const USUAL_HOSTS = ['cdn.shopify.com'];

export const createPublicNetwork = (named: readonly string[]): Network => ({
  hosts: [...USUAL_HOSTS, ...named],
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
  ports: [''],
  mayBePlain: false,
  timeMs: 20_000,
});

/** Normalises a host or '*.' wildcard, and returns null if it is invalid. */
export function readHost(text: string): string | null {
  const [, below = '', name = ''] = /^(\*\.)?([^/?#@*]+)$/.exec(text.trim()) ?? [];
  const url = URL.parse(`https://${name}`);
  return url && url.host === url.hostname ? below + url.hostname : null;
}

const isNamed = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern));

/** Enough even for a 40-megapixel photo. */
export const MAX_PICTURE_BYTES = 20_000_000;
const MAX_REDIRECTS = 3;

export function pictureError(sentence: string, details: { unnamedHost?: string } = {}): PictureError {
  return Object.assign(new Error(sentence), { pictureError: true as const, ...details });
}

export function isPictureError(error: unknown): error is PictureError {
  return error instanceof Error && 'pictureError' in error;
}

/**
 * Rejects hosts that are not allowed, and any URL or redirect to a non-public address. Connects to the checked address,
 * so DNS rebinding cannot bypass the check. Throws PictureError.
 */
export async function fetchPicture(reference: string, network: Network): Promise<Buffer> {
  const signal = AbortSignal.timeout(network.timeMs);
  try {
    let url = new URL(reference);
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const answer = await requestPicture(url, network, signal);
      if (Buffer.isBuffer(answer)) return answer;
      url = answer;
    }
    throw pictureError(`is redirected more than ${MAX_REDIRECTS} times; use the final address.`);
  } catch (error) {
    if (isPictureError(error)) throw error;
    if (signal.aborted) throw pictureError('took too long to load; try again later, or use a local file.');
    const reason = (error as NodeJS.ErrnoException).code ?? 'no answer';
    throw pictureError(`could not be loaded (${reason}); check the address, or use a local file.`);
  }
}

async function requestPicture(target: URL, network: Network, signal: AbortSignal): Promise<Buffer | URL> {
  const url = new URL(target);
  if (!network.mayBePlain && url.protocol === 'http:') url.protocol = 'https:';
  const address = await resolveAllowedAddress(url, network, signal);
  const answer = await connect(url, address, signal);
  try {
    const status = answer.statusCode ?? 0;
    if ([301, 302, 303, 307, 308].includes(status)) return resolveRedirect(answer, url);
    if (status !== 200) throw pictureError(`could not be loaded (the server answers ${status}); check the address.`);
    if (Number(answer.headers['content-length'] ?? 0) > MAX_PICTURE_BYTES) throw tooLargeError();
    return await readBytes(answer);
  } finally {
    answer.destroy();
  }
}

function resolveRedirect(answer: IncomingMessage, from: URL): URL {
  const next = URL.parse(answer.headers.location ?? '', from);
  if (next === null) throw pictureError('is redirected without a target; check the address.');
  return next;
}

async function resolveAllowedAddress(
  url: URL,
  { hosts, resolve, isAllowed, ports }: Network,
  signal: AbortSignal,
): Promise<{ address: string; family: number }> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw pictureError(`cannot be fetched by ${url.protocol.slice(0, -1)}; use an https address.`);
  if (url.username !== '' || url.password !== '') throw pictureError('has a password in its address; remove it.');
  if (ports !== 'any' && !ports.includes(url.port))
    throw pictureError(`is on port ${url.port}; use an address without a port, or a local file.`);
  if (!isNamed(url.hostname, hosts))
    throw pictureError(
      `is at ${url.hostname}, which --pictures-from does not name; to load it, add --pictures-from ${url.hostname}.`,
      { unnamedHost: url.hostname },
    );
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses =
    family === 0 ? await Promise.race([resolve(host), rejectOnAbort(signal)]) : [{ address: host, family }];
  const [first] = addresses;
  if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))
    throw pictureError(
      `is on a private or local network (${url.host}), from which the import loads nothing; use a public address or a local file.`,
    );
  return first;
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

/** Connects only to `address`, but checks the certificate against the host name. */
function connect(
  url: URL,
  { address, family }: { address: string; family: number },
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      agent: false,
      signal,
      headers: { accept: 'image/webp,image/png,image/jpeg', 'user-agent': 'Handsel catalogue import' },
      lookup: (_host, options, done) => {
        if (options.all) done(null, [{ address, family }]);
        else done(null, address, family);
      },
    });
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    outgoing.end();
  });
}

async function readBytes(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_PICTURE_BYTES) throw tooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLargeError(): PictureError {
  return pictureError(`is larger than ${MAX_PICTURE_BYTES / 1_000_000} MB; make it smaller.`);
}
