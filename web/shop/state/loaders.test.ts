import { beforeEach, expect, it } from 'vitest';
import { hideLoader, hideLoaders, showLoader, useLoaders } from './loaders.ts';

beforeEach(() => useLoaders.setState(useLoaders.getInitialState(), true));
const listShownLoaders = () =>
  Object.entries(useLoaders.getState()).flatMap(([name, isShown]) => (isShown ? [name] : []));

it('starts with the global and checkout loaders off [ST-119]', () => {
  expect(Object.keys(useLoaders.getState())).toEqual(['global', 'checkout']);
  expect(listShownLoaders()).toEqual([]);
});

it.each([
  ['global', 'checkout'],
  ['checkout', 'global'],
] as const)('switches the %s loader independently [ST-119]', (name, other) => {
  showLoader(name, 'Working...');
  expect(listShownLoaders()).toEqual([name]);
  expect(useLoaders.getState()[name]).toEqual({ message: 'Working...' });
  showLoader(other);
  hideLoader(name);
  expect(listShownLoaders()).toEqual([other]);
  hideLoaders();
  expect(listShownLoaders()).toEqual([]);
});
