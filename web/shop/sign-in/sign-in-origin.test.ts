import { expect, it } from 'vitest';
import { cameFromHere, readSignInOrigin } from './sign-in-origin.ts';

const at = (pathname: string, search = '', place?: string) => cameFromHere(place, { pathname, search }, 320);

it('a customer comes back to the page and the place on it', () => {
  expect(at('/product/12', '?colour=red')).toEqual({ cameFrom: { path: '/product/12?colour=red', scroll: 320 } });
});

it('or to the page they asked for', () => {
  expect(at('/browse', '', '/account/order/3?a=1')).toEqual({ cameFrom: { path: '/account/order/3?a=1', scroll: 0 } });
});

it.each(['/signin', '/expiredlink', '/register', '/autologin/abc'])('nobody comes back to %s', (path) => {
  expect(at(path)).toEqual({});
});

it.each([null, undefined, 'text', 7])('the state %j of a location says nothing', (state) => {
  expect(readSignInOrigin(state)).toEqual({});
});
