import type { I18n } from '@lingui/core';
import { msg } from '@lingui/core/macro';

export function templateFile(i18n: I18n): string {
  const names = [i18n._(msg`Firstname`), i18n._(msg`Lastname`), i18n._(msg`Mobile`)];
  return `\uFEFF${names.join(i18n.locale.startsWith('de') ? ';' : ',')}\r\n`;
}
