import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';

/** Words kept as data (a brand's, a table's), in the customer's language. */
export function Translated({ message }: { message: MessageDescriptor }) {
  return useLingui().i18n._(message);
}
