import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import type { ShopSettings } from '#contract/shop.ts';
import { Field } from '#web/ui/form/field.tsx';

/** The provider's token (null if no code was typed) or its error message. */
export type SecurityCodeToken = { token: string | null } | { error: string };
export type SecurityCodeHandle = {
  createToken(): Promise<SecurityCodeToken>;
  /** Focuses the field if its code was wrong. The field must be enabled. */
  focusWrong(): void;
  show(): void;
};
export type SecurityCodeProps = {
  ref: Ref<SecurityCodeHandle>;
  settings: ShopSettings;
  onEmpty: (isEmpty: boolean) => void;
};

export function SecurityCodeField({ children }: Pick<Parameters<typeof Field>[0], 'children'>) {
  const { t } = useLingui();
  const hint = t`This device is new to your account. Enter your card’s security code, and your gift cards won’t wait for a check.`;
  return (
    <Field label={t`Security code (optional)`} hint={hint}>
      {children}
    </Field>
  );
}
