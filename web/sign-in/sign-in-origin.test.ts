import { expect, test } from 'vitest';
import { cameFromHere, readSignInOrigin } from './sign-in-origin.ts';

const at = (pathname: string, search = '') => cameFromHere({ pathname, search } as Location, 320);

test('a customer comes back to the page and the place on it', () => {
  expect(at('/product/12', '?colour=red')).toEqual({ cameFrom: { path: '/product/12?colour=red', scroll: 320 } });
});

test.each(['/signin', '/expiredlink', '/register', '/autologin/abc'])('nobody comes back to %s', (path) => {
  expect(at(path)).toEqual({});
});

test.each([null, undefined, 'text', 7])('the state %j of a location says nothing', (state) => {
  expect(readSignInOrigin(state)).toEqual({});
});
