import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

/** The names that our own catalogues give to what can be chosen of a product; a seller's own names stay. */
const known: Record<string, MessageDescriptor> = {
  Colour: msg`Colour`,
  Color: msg`Color`,
  Size: msg`Size`,
  'Gift Card Price': msg`Gift Card Price`,
};

/** What is chosen, 'Colour' or 'Gift Card Price', in the customer's language. */
export function optionLabel(i18n: I18n, label: string): string {
  const message = known[label];
  return message ? i18n._(message) : label;
}
