import { msg } from '@lingui/core/macro';
import { expect, it } from 'vitest';
import { english } from '#test/web/english.ts';

it('needs no catalogue for English, the default language', () => {
  const name = 'Ava';
  expect(english._(msg`To ${name}, with love`)).toBe('To Ava, with love');
});
