export const PAYMENT_ACCOUNTS = ['sandbox', 'stripe-test', 'stripe-live'] as const;
export type PaymentAccount = (typeof PAYMENT_ACCOUNTS)[number];
