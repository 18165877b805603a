import { expect, it } from 'vitest';
import { captureSignInOrigin, readSignInOrigin } from './sign-in-origin.ts';

const captureOrigin = (pathname: string, search = '', place?: string) =>
  captureSignInOrigin(place, { pathname, search }, 320);

it('remembers the current page and its scroll position to return to', () => {
  expect(captureOrigin('/product/12', '?colour=red')).toEqual({
    cameFrom: { path: '/product/12?colour=red', scroll: 320 },
  });
});

it('remembers the requested page to return to, if there is one', () => {
  expect(captureOrigin('/browse', '', '/account/order/3?a=1')).toEqual({
    cameFrom: { path: '/account/order/3?a=1', scroll: 0 },
  });
});

it.each(['/signin', '/expiredlink', '/register', '/autologin/abc'])(
  'never returns the customer to %s after sign-in',
  (path) => {
    expect(captureOrigin(path)).toEqual({});
  },
);

it.each([null, undefined, 'text', 7])('ignores the invalid location state %j', (state) => {
  expect(readSignInOrigin(state)).toEqual({});
});
