import { msg } from '@lingui/core/macro';
import { expect, it } from 'vitest';
import { english } from '#test/web/english.ts';

it('the default language needs no catalogue: its words stand in the code', () => {
  const name = 'Ava';
  expect(english._(msg`To ${name}, with love`)).toBe('To Ava, with love');
});
