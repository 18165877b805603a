import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';

/**
 * Addresses that are secrets themselves: card links, sign-in links, picture messages, what ClickSend calls back, devices
 * with a pass, and the codes of gift cards in Magento's calls.
 */
const SECRET_SEGMENT =
  /^(\/(?:card|autologin|picture-messages|hooks\/messages\/clicksend|v1\/devices|rest\/[^/]+\/V1\/carts\/mine\/(?:checkGiftCard|giftCards))\/)[^/?#]+/;
const SECRET_VALUE = /([?&](?:secret|jwt|token|pin)=)[^&#]+/g;

/** What somebody types while an address is looked for: the street and number where they live. */
const TYPED_ADDRESS = /^(\/rest\/[^/]+\/V1\/mobiledigital\/places?\/?\?).*/s;

/**
 * A path as the log may hold it: who reads the log must not be able to open a gift card (ASVS 16.2.5), nor learn where
 * somebody lives.
 */
export function withoutSecrets(path: string): string {
  return path
    .replace(SECRET_SEGMENT, '$1[hidden]')
    .replace(SECRET_VALUE, '$1[hidden]')
    .replace(TYPED_ADDRESS, '$1[hidden]');
}

/** What the log says of a request; the headers are not among it. */
export function requestForLog(
  request: Pick<FastifyRequest, 'method' | 'url' | 'host' | 'ip'>,
): Record<string, unknown> {
  const { method, url, host, ip } = request;
  return { method, url: withoutSecrets(url), host, remoteAddress: ip };
}

/** Where the database's layer puts the values of a failed statement into its message: codes, card links, names. */
const STATEMENT_VALUES = /\nparams: [\s\S]*?(?=\n {4}at |$)/g;
const WITH_VALUES = ['params', 'parameters', 'detail', 'where', 'internalQuery'];

/** An error's words without the values of the statement that failed. */
export function withoutValues(words: string): string {
  return words.replace(STATEMENT_VALUES, '');
}

/** What the log says of an error. */
export function errorForLog(error: Error): Record<string, unknown> {
  const { message, stack, ...rest } = pino.stdSerializers.err(error);
  const safe = Object.entries(rest).filter(([name]) => !WITH_VALUES.includes(name));
  return { ...Object.fromEntries(safe), message: withoutValues(message), stack: withoutValues(stack) };
}
