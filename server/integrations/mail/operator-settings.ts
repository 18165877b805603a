import { z } from 'zod';

/**
 * Notified of held orders, orders of sellers who cannot be reached, undelivered gift cards, many codes, books that do not
 * add up and alarms. Empty: nobody.
 */
export const operatorShape = {
  /** E.164, such as +61412345678 */
  OPERATOR_MOBILE: z.string().trim().default(''),
  OPERATOR_EMAIL: z.union([z.literal(''), z.email()]).default(''),
};

type OperatorSettings = z.output<z.ZodObject<typeof operatorShape>> & { MAIL: string };

export function operatorSettingsError({ OPERATOR_MOBILE, OPERATOR_EMAIL, MAIL }: OperatorSettings): string | null {
  if (OPERATOR_MOBILE !== '' && !/^\+[1-9]\d{7,14}$/.test(OPERATOR_MOBILE))
    return 'OPERATOR_MOBILE must be a number with its country, such as +61412345678.';
  return OPERATOR_EMAIL !== '' && MAIL === 'none' ? 'OPERATOR_EMAIL also needs MAIL=smtp.' : null;
}
