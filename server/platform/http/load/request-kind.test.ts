import { expect, it } from 'vitest';
import { resolveRequestKind } from './request-kind.ts';

it.each([
  ['POST', '/rest/default/V1/carts/mine/payment-information', 'money'],
  ['POST', '/rest/au/V1/carts/mine/items?x=1', 'money'],
  ['GET', '/rest/default/V1/carts/mine', 'call'],
  ['POST', '/rest/default/V1/seller/giftcards/redeem', 'money'],
  ['POST', '/webhooks/stripe', 'money'],
  ['POST', '/sandbox/payment-methods', 'money'],
  ['POST', '/rest/default/V1/mobiledigital/sendmobilecode', 'call'],
  ['GET', '/media/cup/320.avif', 'call'],
  ['GET', '/browse', 'page'],
  ['GET', '/product/7?utm_source=x', 'page'],
  ['GET', '/healthz', null],
  ['GET', '/readyz?full', null],
  ['GET', '/healthzy', 'page'],
] as const)('classifies %s %s as kind %s', (method, url, kind) => {
  expect(resolveRequestKind({ method, url })).toBe(kind);
});
