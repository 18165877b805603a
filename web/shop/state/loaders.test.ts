import { beforeEach, expect, it } from 'vitest';
import { hideLoader, hideLoaders, showLoader, useLoaders } from './loaders.ts';

beforeEach(() => useLoaders.setState(useLoaders.getInitialState(), true));
const on = () => Object.entries(useLoaders.getState()).flatMap(([name, isShown]) => (isShown ? [name] : []));

it('starts with the global and checkout loaders off [ST-119]', () => {
  expect(Object.keys(useLoaders.getState())).toEqual(['global', 'checkout']);
  expect(on()).toEqual([]);
});

it.each([
  ['global', 'checkout'],
  ['checkout', 'global'],
] as const)('switches the %s loader independently [ST-119]', (name, other) => {
  showLoader(name, 'Working...');
  expect(on()).toEqual([name]);
  expect(useLoaders.getState()[name]).toEqual({ message: 'Working...' });
  showLoader(other);
  hideLoader(name);
  expect(on()).toEqual([other]);
  hideLoaders();
  expect(on()).toEqual([]);
});
