import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react';

export function Translated({ message }: { message: MessageDescriptor }) {
  return useLingui().i18n._(message);
}
