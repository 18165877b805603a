import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';
import { english } from '#test/web/english.ts';
import { messages } from '#web/shop/catalogues/de.po';
import { localizeOptionLabel } from './option-label.ts';

const german = setupI18n({ locale: 'de', messages: { de: messages } });

it('translates our own option names and keeps the names that sellers chose', () => {
  const labels = ['Colour', 'Size', 'Gift Card Price', 'Glaze'];
  expect(labels.map((label) => localizeOptionLabel(english, label))).toEqual(labels);
  expect(labels.map((label) => localizeOptionLabel(german, label))).toEqual(['Farbe', 'Größe', 'Betrag', 'Glaze']);
});
