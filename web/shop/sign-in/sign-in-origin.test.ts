import { expect, it } from 'vitest';
import { cameFromHere, readSignInOrigin } from './sign-in-origin.ts';

const originOf = (pathname: string, search = '', place?: string) => cameFromHere(place, { pathname, search }, 320);

it('remembers the current page and its scroll position to return to', () => {
  expect(originOf('/product/12', '?colour=red')).toEqual({ cameFrom: { path: '/product/12?colour=red', scroll: 320 } });
});

it('remembers the requested page to return to, if there is one', () => {
  expect(originOf('/browse', '', '/account/order/3?a=1')).toEqual({
    cameFrom: { path: '/account/order/3?a=1', scroll: 0 },
  });
});

it.each(['/signin', '/expiredlink', '/register', '/autologin/abc'])(
  'never returns the customer to %s after sign-in',
  (path) => {
    expect(originOf(path)).toEqual({});
  },
);

it.each([null, undefined, 'text', 7])('ignores the invalid location state %j', (state) => {
  expect(readSignInOrigin(state)).toEqual({});
});
