import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';

/** Words kept as data (a brand's, a table's), in the shopper's language. */
export function Said({ words }: { words: MessageDescriptor }) {
  return useLingui().i18n._(words);
}
