import { lookup } from 'node:dns/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** A sentence about a picture that cannot be had: what is wrong, what to do. `unnamedHost`: of one nobody has named. */
export type PictureError = Error & { pictureError: true; unnamedHost?: string };

export type Network = {
  /** Where pictures may be fetched from: 'img.example', or '*.example' for every name below it. */
  hosts: readonly string[];
  resolve: (host: string) => Promise<{ address: string; family: number }[]>;
  isAllowed: (address: string) => boolean;
  /** Ports that addresses may name; '' is the one of http or https. */
  ports: readonly string[] | 'any';
  /** Whether a picture may come by http; if not, its address is asked by https. */
  mayBePlain: boolean;
  /** The longest one picture may take, redirects included. */
  timeMs: number;
};

/** Shopify's exports name no other. */
const USUAL_HOSTS = ['cdn.shopify.com'];

export const publicNetwork = (named: readonly string[]): Network => ({
  hosts: [...USUAL_HOSTS, ...named],
  resolve: (host) => lookup(host, { all: true }),
  isAllowed: isPublicAddress,
  ports: [''],
  mayBePlain: false,
  timeMs: 20_000,
});

/** The name of a host, or '*.' and one, as addresses are compared with it; null for anything else. */
export function readHost(text: string): string | null {
  const [, below = '', name = ''] = /^(\*\.)?([^/?#@*]+)$/.exec(text.trim()) ?? [];
  const url = URL.parse(`https://${name}`);
  return url && url.host === url.hostname ? below + url.hostname : null;
}

const isNamed = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((one) => (one.startsWith('*.') ? host.endsWith(one.slice(1)) : host === one));

/** More than a photo of forty megapixels needs. */
export const MOST_PICTURE_BYTES = 20_000_000;
const MOST_REDIRECTS = 3;

export function pictureError(sentence: string, more: { unnamedHost?: string } = {}): PictureError {
  return Object.assign(new Error(sentence), { pictureError: true as const, ...more });
}

export function isPictureError(error: unknown): error is PictureError {
  return error instanceof Error && 'pictureError' in error;
}

/**
 * Fetches the bytes of a picture from a named host of the public internet. Every address, a redirect's as well, is
 * resolved first and rejected when any of what it resolves to is not public; the connection then goes to the very
 * address that was checked, so DNS rebinding gains nothing. Throws a PictureError.
 */
export async function fetchPicture(reference: string, network: Network): Promise<Buffer> {
  const signal = AbortSignal.timeout(network.timeMs);
  try {
    let url = new URL(reference);
    for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
      const answer = await ask(url, network, signal);
      if (Buffer.isBuffer(answer)) return answer;
      url = answer;
    }
    throw pictureError(`is redirected more than ${MOST_REDIRECTS} times; use the last address.`);
  } catch (error) {
    if (isPictureError(error)) throw error;
    if (signal.aborted) throw pictureError('took too long to load; try again later, or use a local file.');
    const why = (error as NodeJS.ErrnoException).code ?? 'no answer';
    throw pictureError(`could not be loaded (${why}); check the address, or use a local file.`);
  }
}

async function ask(given: URL, network: Network, signal: AbortSignal): Promise<Buffer | URL> {
  const url = new URL(given);
  if (!network.mayBePlain && url.protocol === 'http:') url.protocol = 'https:';
  const address = await checkedAddress(url, network, signal);
  const answer = await connect(url, address, signal);
  try {
    const status = answer.statusCode ?? 0;
    if ([301, 302, 303, 307, 308].includes(status)) return redirectOf(answer, url);
    if (status !== 200) throw pictureError(`could not be loaded (the server answers ${status}); check the address.`);
    if (Number(answer.headers['content-length'] ?? 0) > MOST_PICTURE_BYTES) throw tooLarge();
    return await bytesOf(answer);
  } finally {
    answer.destroy();
  }
}

function redirectOf(answer: IncomingMessage, from: URL): URL {
  const next = URL.parse(answer.headers.location ?? '', from);
  if (next === null) throw pictureError('is redirected to nowhere; check the address.');
  return next;
}

async function checkedAddress(
  url: URL,
  { hosts, resolve, isAllowed, ports }: Network,
  signal: AbortSignal,
): Promise<{ address: string; family: number }> {
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw pictureError(`is not fetched by ${url.protocol.slice(0, -1)}; use an address with https.`);
  if (url.username !== '' || url.password !== '') throw pictureError('has a password in its address; take it out.');
  if (ports !== 'any' && !ports.includes(url.port))
    throw pictureError(`is on port ${url.port}; use an address without a port, or a local file.`);
  if (!isNamed(url.hostname, hosts))
    throw pictureError(
      `is at ${url.hostname}, which nobody has named; with --pictures-from ${url.hostname} what is there is loaded.`,
      { unnamedHost: url.hostname },
    );
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  const addresses = family === 0 ? await Promise.race([resolve(host), aborted(signal)]) : [{ address: host, family }];
  const [first] = addresses;
  if (first === undefined || !addresses.every(({ address }) => isAllowed(address)))
    throw pictureError(
      `is on a private or local network (${url.host}), where nothing is fetched from; use a public address or a local file.`,
    );
  return first;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }));
}

/**
 * One request on a connection of its own, to the address given and no other; the certificate is checked against the
 * name.
 */
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

async function bytesOf(answer: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_PICTURE_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(): PictureError {
  return pictureError(`has more than ${MOST_PICTURE_BYTES / 1_000_000} MB; make it smaller.`);
}
