import { beforeEach, expect, test } from 'vitest';
import { hideLoader, hideLoaders, type LoaderName, showLoader, useLoaders } from './loaders.ts';

beforeEach(() => useLoaders.setState(useLoaders.getInitialState(), true));
const on = () => Object.entries(useLoaders.getState()).flatMap(([name, shown]) => (shown ? [name] : []));

test('there are three loaders, all off at first [ST-119]', () => {
  expect(Object.keys(useLoaders.getState())).toEqual(['global', 'checkout', 'cart']);
  expect(on()).toEqual([]);
});

test.each(['global', 'checkout', 'cart'] as LoaderName[])(
  'the %s loader goes on and off by itself [ST-119]',
  (name) => {
    showLoader(name, 'Working...');
    expect(on()).toEqual([name]);
    expect(useLoaders.getState()[name]).toEqual({ message: 'Working...' });
    const others = (['global', 'checkout', 'cart'] as const).filter((other) => other !== name);
    for (const other of others) showLoader(other);
    hideLoader(name);
    expect(on()).toEqual(others);
    hideLoaders();
    expect(on()).toEqual([]);
  },
);
