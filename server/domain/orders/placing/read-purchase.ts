import type { InputOf } from '#contract/calls.ts';
import { FREE_METHOD, PAYMENT_METHOD } from '#contract/rules/limits.ts';
import { toCents } from '#contract/rules/money/money.ts';
import { appError, type Result } from '#server/platform/kernel/errors.ts';
import type { Purchase } from './prepare-order.ts';

type Body = InputOf<'POST carts/mine/payment-information'>['body'];

/** Who sent it: `sender` stands for the address. */
type By = Pick<Purchase, 'customerId' | 'sender'>;

/** Reads what payment-information was sent in Magento's shape. */
export function readPurchase(by: By, body: Body): Result<Purchase> {
  const { method, additional_data: data } = body.paymentMethod;
  if (method !== PAYMENT_METHOD && method !== FREE_METHOD) return appError('payment_method_unknown');
  const token = method === FREE_METHOD ? '' : (data?.cc_stripejs_token ?? '');
  const paymentMethod = paymentMethodOf(token);
  if (token !== '' && !paymentMethod) return appError('card_required');
  return {
    ...by,
    paymentMethod,
    saveCard: isOn(data?.cc_save),
    securityCode: data?.cc_cvc_token || null,
    billingAddress: body.billingAddress ?? null,
    expectedCents: centsOrNull(data?.expected_subtotal),
    expectedCardDueCents: centsOrNull(data?.expected_card_due),
  };
}

const centsOrNull = (dollars: number | null | undefined): number | null =>
  typeof dollars === 'number' ? toCents(dollars) : null;

/** `pm_...`, also in the form `pm_...:brand:last4`. */
function paymentMethodOf(token: string): string | null {
  const [id = ''] = token.split(':');
  return /^pm_\w{1,190}$/.test(id) ? id : null;
}

const isOn = (flag: unknown): boolean => flag === true || flag === 1 || flag === '1' || flag === 'true';
