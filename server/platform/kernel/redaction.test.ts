import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { errorForLog, redactUrl, requestForLog } from './redaction.ts';

it.each([
  ['/card/abc-DEF_1', '/card/[hidden]'],
  [
    '/rest/au/V1/carts/mine/checkGiftCard/ABCD-EFGH-JKMN-PQRS?pin=1234',
    '/rest/au/V1/carts/mine/checkGiftCard/[hidden]?pin=[hidden]',
  ],
  ['/rest/au/V1/carts/mine/giftCards/ABCDEFGHJKMNPQRS', '/rest/au/V1/carts/mine/giftCards/[hidden]'],
  ['/card/abc.data?_routes=x', '/card/[hidden]?_routes=x'],
  ['/autologin/eyJ.a.b', '/autologin/[hidden]'],
  ['/picture-messages/abc.jpg', '/picture-messages/[hidden]'],
  ['/rest/default/V1/mobiledigital/card?secret=abc&x=1', '/rest/default/V1/mobiledigital/card?secret=[hidden]&x=1'],
  ['/rest/au/V1/mobiledigital/places?q=12+Smith+St&session=7', '/rest/au/V1/mobiledigital/places?[hidden]'],
  ['/rest/au/V1/mobiledigital/places/?q[]=12%20Smith%20St', '/rest/au/V1/mobiledigital/places/?[hidden]'],
  ['/rest/au/V1/mobiledigital/place?place_id=12-Smith-St', '/rest/au/V1/mobiledigital/place?[hidden]'],
  ['/rest/au/V1/mobiledigital/search?q=mug', '/rest/au/V1/mobiledigital/search?q=mug'],
  ['/Card/abc', '/Card/[hidden]'],
  ['/%63ard/abc', '/card/[hidden]'],
  ['/CARD/a%2Fb%3Fc', '/CARD/[hidden]'],
  ['/x/../card/abc', '/card/[hidden]'],
  ['/x/%2e%2E\\card/abc', '/card/[hidden]'],
  ['http://host/card/abc?x=1', '/card/[hidden]?x=1'],
  ['/Autologin/eyJ.a.b', '/Autologin/[hidden]'],
  ['/rest/au/V1/carts/mine/giftCard%73/ABCD', '/rest/au/V1/carts/mine/giftCards/[hidden]'],
  ['/rest/au/V1/mobiledigital/card?x=1&%73ecret=abc', '/rest/au/V1/mobiledigital/card?x=1&secret=[hidden]'],
  ['/rest/au/V1/mobiledigital/%70laces?q=12+Smith+St', '/rest/au/V1/mobiledigital/%70laces?[hidden]'],
  ['/browse%20x?page=2', '/browse%20x?page=2'],
  ['/browse?page=2', '/browse?page=2'],
  ['/cards/terms', '/cards/terms'],
])('logs %s as %s', (path, logged) => {
  expect(redactUrl(path)).toBe(logged);
});

it('never logs the secret in a card link', async () => {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = Fastify({ loggerInstance: pino({ serializers: { req: requestForLog } }, stream) });
  app.get('/card/:secret', async (request) => {
    request.log.info({ req: request }, 'again');
    return 'shown';
  });
  await app.inject('/card/abcdef123456');
  await app.close();
  expect(lines.join('')).toContain('/card/[hidden]');
  expect(lines.join('')).not.toContain('abcdef123456');
});

it('logs the URL that a request was sent to, not the rewritten URL', () => {
  const request = { method: 'GET', url: '/unreadable', originalUrl: '/autologin/abc%', host: 'shop.test', ip: '::1' };
  expect(requestForLog(request).url).toBe('/autologin/[hidden]');
});

it('keeps the values of a failed statement out of the log', () => {
  const cause = Object.assign(new Error('no room'), { detail: 'Failing row contains (your code is 123456).' });
  const error = Object.assign(
    new Error('Failed query: insert into t values ($1)\nparams: your code is 123456', { cause }),
    {
      query: 'insert into t values ($1)',
      params: ['your code is 123456'],
    },
  );
  const logged = errorForLog(error);
  expect(JSON.stringify(logged)).not.toContain('123456');
  expect(logged.message).toBe('Failed query: insert into t values ($1)');
  expect(logged.stack).toContain('no room');
});
