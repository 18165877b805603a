import type { ComponentProps } from 'react';
import { tidyMobile } from '#contract/rules/customer/mobile.ts';
import { TextField } from '#web/ui/form/text-field.tsx';

type MobileFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'inputMode' | 'onValue'> & {
  onValue: (mobile: string) => void;
};

export function MobileField({ onValue, ...field }: MobileFieldProps) {
  return <TextField {...field} type="tel" inputMode="tel" onValue={(typed) => onValue(tidyMobile(typed))} />;
}
