import { useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import type { ShopSettings } from '#contract/shop.ts';
import { Field } from '#web/ui/form/field.tsx';

/** The provider's token for the security code that was typed, or its own words for what is wrong. Null: none was. */
export type SecurityCodeToken = { token: string | null } | { error: string };
export type SecurityCodeHandle = {
  createToken(): Promise<SecurityCodeToken>;
  /** Puts the cursor into the field if the last try found its code wrong. The field must be enabled. */
  focusWrong(): void;
  /** Scrolls to the field and puts the cursor into it. */
  show(): void;
};
export type SecurityCodeProps = {
  ref: Ref<SecurityCodeHandle>;
  settings: ShopSettings;
  /** The field is there, and empty or not. */
  onEmpty: (isEmpty: boolean) => void;
};

/** Label and hint around a provider's field for the security code of a saved card. */
export function SecurityCodeField({ children }: Pick<Parameters<typeof Field>[0], 'children'>) {
  const { t } = useLingui();
  const hint = t`This device is new to your account. Enter your card’s security code, and your gift cards won’t wait for a check.`;
  return (
    <Field label={t`Security code (optional)`} hint={hint}>
      {children}
    </Field>
  );
}
