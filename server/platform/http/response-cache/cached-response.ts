import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { REQUEST_ID } from '../request-ids.ts';

export type Encoding = 'br' | 'gzip' | 'identity';

export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** `headers` alternates names and values. */
export type Bytes = { headers: string[]; body: Buffer };

export type CachedResponse = {
  etag: string;
  unchanged: string[];
  bytes: (encoding: Encoding) => Bytes | Promise<Bytes>;
  /** The app's response without its nonce. */
  answer: Answer;
  size: number;
};

/** Bodies smaller than this many bytes are not worth compressing. */
const COMPRESSED_FROM = 1_024;
const BROTLI_QUALITY = 6;

const OWN_HEADERS = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
  'vary',
  'etag',
  'cache-control',
  REQUEST_ID,
]);

/** Browsers revalidate the response at each use. Proxies may serve it for a second. */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=1';

/** `varyBy`: request headers, besides `accept-encoding`, that the response depends on. */
export function createCachedResponse(
  answer: Answer,
  { varyBy = [] }: { varyBy?: readonly string[] } = {},
): CachedResponse {
  const { body, headers } = stripNonce(answer);
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  const appHeaders = Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name));
  const common = [
    ...appHeaders.flat(),
    'cache-control',
    CACHE_CONTROL,
    'vary',
    ['accept-encoding', ...varyBy].join(', '),
    'etag',
    etag,
  ];
  const bytesByEncoding = new Map<Encoding, Bytes | Promise<Bytes>>();
  const asBytes = (bytes: Buffer, encoding: Encoding): Bytes => ({
    headers: [
      ...common,
      ...(encoding === 'identity' ? [] : ['content-encoding', encoding]),
      'content-length',
      String(bytes.length),
    ],
    body: bytes,
  });
  const compressed = async (encoding: Encoding): Promise<Bytes> => {
    try {
      const bytes = asBytes(await compress(body, encoding), encoding);
      bytesByEncoding.set(encoding, bytes);
      return bytes;
    } catch (error) {
      bytesByEncoding.delete(encoding);
      throw error;
    }
  };
  bytesByEncoding.set('identity', asBytes(body, 'identity'));
  return {
    etag,
    unchanged: common,
    bytes(encoding) {
      const usedEncoding = body.length < COMPRESSED_FROM ? 'identity' : encoding;
      const result = bytesByEncoding.get(usedEncoding) ?? compressed(usedEncoding);
      bytesByEncoding.set(usedEncoding, result);
      return result;
    },
    answer: { ...answer, headers, body },
    size: Math.round(body.length * 1.5) + 4_000,
  };
}

/** Compression is safe: the response contains no visitor's secrets that its compressed length could reveal. */
export async function asSent({ status, headers, body }: Answer, encoding: Encoding): Promise<Answer> {
  if (encoding === 'identity' || body.length < COMPRESSED_FROM) return { status, headers, body };
  const { 'transfer-encoding': _, vary, ...otherHeaders } = headers;
  const bytes = await compress(body, encoding);
  const bodyHeaders = { 'content-encoding': encoding, 'content-length': String(bytes.length) };
  const varies = vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`;
  return { status, headers: { ...otherHeaders, ...bodyHeaders, vary: varies }, body: bytes };
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return zip(body);
  return brotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  });
}

const NONCE = / 'nonce-([^']+)'/g;
const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;

/** Allows the scripts that had the nonce by their hashes instead, so that injected scripts do not run. */
function stripNonce({ body, headers }: Answer): Pick<Answer, 'body' | 'headers'> {
  const policy = headers['content-security-policy'];
  if (policy === undefined) return { body, headers };
  const policyWithoutNonce = policy.replaceAll(NONCE, '');
  if (!headers['content-type']?.startsWith('text/html'))
    return { body, headers: { ...headers, 'content-security-policy': policyWithoutNonce } };
  const attributes = [...policy.matchAll(NONCE)].map(([, nonce = '']) => ` nonce="${nonce}"`);
  const html = body.toString();
  const scriptTags = [...html.matchAll(SCRIPT)].filter(([, tag = '']) =>
    attributes.some((nonce) => tag.includes(nonce)),
  );
  const scripts = new Set(scriptTags.map(([, , script = '']) => script).filter((script) => script !== ''));
  const hashes = [...scripts].map((script) => ` 'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  const withHashes = policyWithoutNonce.replace(/script-src( [^;]*)/, (rule) => rule + hashes.join(''));
  return {
    body: Buffer.from(attributes.reduce((text, nonce) => text.replaceAll(nonce, ''), html)),
    headers: { ...headers, 'content-security-policy': withHashes },
  };
}
