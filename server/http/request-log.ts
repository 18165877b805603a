import type { FastifyRequest } from 'fastify';

/** Addresses that are secrets themselves: card links, sign-in links, picture messages. */
const SECRET_SEGMENT = /^(\/(?:card|autologin|picture-messages)\/)[^/?#]+/;
const SECRET_VALUE = /([?&](?:secret|jwt|token)=)[^&#]+/g;

/** A path as the log may hold it: who reads the log must not be able to open a gift card (ASVS 16.2.5). */
export function withoutSecrets(path: string): string {
  return path.replace(SECRET_SEGMENT, '$1[hidden]').replace(SECRET_VALUE, '$1[hidden]');
}

/** What the log says of a request; the headers are not among it. */
export function requestForLog(request: FastifyRequest): Record<string, unknown> {
  const { method, url, host, ip } = request;
  return { method, url: withoutSecrets(url), host, remoteAddress: ip };
}
