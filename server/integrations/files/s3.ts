import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import type { Files } from '#server/platform/ports/files.ts';
import { providerError } from '#server/platform/ports/service.ts';
import { exchangeBytes } from '../service/http-call.ts';
import type { Guard } from '../service/resilience-policy.ts';

export type S3Options = {
  guard: Guard;
  /** Such as 'https://host/bucket', without a trailing slash. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const TYPES: Record<string, string> = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' };
const LONGEST = 8 * 1024 * 1024;

const KEEP_FOREVER = 'public, max-age=31536000, immutable';
/** Header with a file's checksum. Files whose checksum is missing or different are never served. */
const SUM = 'x-amz-meta-sha256';

const computeChecksum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const isWhole = ({ response, bytes }: { response: Response; bytes: Buffer }): boolean =>
  response.headers.get(SUM) === computeChecksum(bytes);

/** Stores files in an S3-compatible bucket. Throws a ProviderError unless the response is usable. */
export function createS3Files({ guard, bucketUrl, ...keys }: S3Options): Files {
  const ask = (method: 'GET' | 'PUT', name: string, bytes?: Buffer) =>
    guard.call({
      // Retries are harmless, because a file name always has the same content.
      repeatable: true,
      run: async (signal) => {
        const body = bytes === undefined ? undefined : new Uint8Array(bytes);
        const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream';
        const signed = await new AwsV4Signer({
          ...keys,
          service: 's3',
          url: `${bucketUrl}/${name.slice(0, 2)}/${encodeURIComponent(name)}`,
          method,
          ...(body === undefined
            ? {}
            : { body, headers: { 'content-type': type, 'cache-control': KEEP_FOREVER, [SUM]: computeChecksum(body) } }),
        }).sign();
        const headers = Object.fromEntries(signed.headers.entries());
        const call = { service: 'files', url: signed.url, method, headers, longest: LONGEST };
        const answer = await exchangeBytes(body === undefined ? call : { ...call, body }, signal);
        const { status } = answer.response;
        if (status === 404 || (status === 200 && (method === 'PUT' || isWhole(answer)))) return { status, ...answer };
        const busy = status === 429 || status === 503;
        throw providerError({
          service: 'files',
          kind: busy ? 'rate_limited' : status >= 500 ? 'server_error' : 'invalid_response',
          mayHaveBeenApplied: false,
          cause: `HTTP ${status}`,
        });
      },
    });
  return {
    name: 's3',
    async read(name) {
      const { status, bytes } = await ask('GET', name);
      return status === 404 ? null : bytes;
    },
    async write(name, bytes) {
      const { status } = await ask('PUT', name, bytes);
      if (status === 404)
        throw providerError({
          service: 'files',
          kind: 'invalid_response',
          mayHaveBeenApplied: false,
          cause: 'no such bucket',
        });
    },
  };
}
