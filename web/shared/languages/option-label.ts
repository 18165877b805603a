import type { I18n, MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const messages: Record<string, MessageDescriptor> = {
  Colour: msg`Colour`,
  Color: msg`Color`,
  Size: msg`Size`,
  'Gift Card Price': msg`Gift Card Price`,
};

export function localizeOptionLabel(i18n: I18n, label: string): string {
  const message = messages[label];
  return message ? i18n._(message) : label;
}
