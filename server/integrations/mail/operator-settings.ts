import { z } from 'zod';
import { readMobile } from '#server/platform/kernel/mobile-number.ts';

/** Contacts for held orders, delivery problems and alarms; empty for none. */
export const operatorShape = {
  OPERATOR_MOBILE: z
    .string()
    .trim()
    .overwrite((pasted) => readMobile(pasted) ?? pasted)
    .default(''),
  OPERATOR_EMAIL: z.union([z.literal(''), z.email()]).default(''),
};

type OperatorSettings = z.output<z.ZodObject<typeof operatorShape>> & { MAIL: string };

export function operatorSettingsError({ OPERATOR_MOBILE, OPERATOR_EMAIL, MAIL }: OperatorSettings): string | null {
  if (OPERATOR_MOBILE !== '' && readMobile(OPERATOR_MOBILE) === null)
    return 'OPERATOR_MOBILE must be a mobile number with its country code, such as +61412345678.';
  return OPERATOR_EMAIL !== '' && MAIL === 'none' ? 'OPERATOR_EMAIL also needs MAIL=smtp.' : null;
}
