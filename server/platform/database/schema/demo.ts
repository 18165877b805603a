import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgSchema, text } from 'drizzle-orm/pg-core';
import { carrierPurposes } from '#contract/carrier-purposes.ts';
import { bigId, bigRef, CURRENCIES, cents, currency, instant, isOneOf, textEnum } from './columns.ts';
import { orders } from './orders.ts';
import { sandboxPaymentStates } from './states/sandbox-payment.ts';

export const demo = pgSchema('demo');

export const PHONE_STATUSES = ['delivered'] as const;
export const SANDBOX_BEHAVIOURS = [
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_amex',
  'pm_card_au',
  'pm_card_avsZipFail',
  'pm_card_cvcCheckFail',
  'pm_card_chargeDeclined',
  'pm_card_chargeDeclinedInsufficientFunds',
  'pm_card_authenticationRequired',
] as const;

const PHONE_KINDS = ['sms', 'mms'] as const;

export const phoneMessages = demo.table(
  'phone_messages',
  {
    id: bigId(),
    ref: text('ref').notNull().unique(),
    to: text('to').notNull(),
    kind: textEnum('kind', PHONE_KINDS).notNull(),
    text: text('text').notNull(),
    mediaUrl: text('media_url'),
    purpose: textEnum('purpose', carrierPurposes).notNull(),
    status: textEnum('status', PHONE_STATUSES).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isOneOf('phone_messages_kind', t.kind, PHONE_KINDS),
    isOneOf('phone_messages_purpose', t.purpose, carrierPurposes),
    isOneOf('phone_messages_status', t.status, PHONE_STATUSES),
    index('phone_messages_to').on(t.to, t.id),
  ],
);

export const sandboxPaymentMethods = demo.table(
  'sandbox_payment_methods',
  {
    id: text('id').primaryKey(),
    providerCustomerId: text('provider_customer_id'),
    behaviour: textEnum('behaviour', SANDBOX_BEHAVIOURS).notNull(),
    brand: text('brand').notNull(),
    last4: text('last4').notNull(),
    expMonth: integer('exp_month').notNull(),
    expYear: integer('exp_year').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isOneOf('sandbox_payment_methods_behaviour', t.behaviour, SANDBOX_BEHAVIOURS),
    index('sandbox_payment_methods_customer').on(t.providerCustomerId),
  ],
);

export const sandboxPayments = demo.table(
  'sandbox_payments',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    orderId: bigRef('order_id')
      .notNull()
      .references(() => orders.id),
    providerCustomerId: text('provider_customer_id').notNull(),
    paymentMethodId: text('payment_method_id')
      .notNull()
      .references(() => sandboxPaymentMethods.id),
    amountCents: cents('amount_cents').notNull(),
    currency: currency().notNull(),
    saveCard: boolean('save_card').notNull(),
    capture: boolean('capture').notNull(),
    hasSecurityCode: boolean('security_code').notNull().default(false),
    status: textEnum('status', sandboxPaymentStates.states).notNull(),
    error: text('error'),
    clientSecret: text('client_secret').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isOneOf('sandbox_payments_currency', t.currency, CURRENCIES),
    isOneOf('sandbox_payments_status', t.status, sandboxPaymentStates.states),
    index('sandbox_payments_method').on(t.paymentMethodId),
    index('sandbox_payments_order').on(t.orderId),
  ],
);

export const sandboxRefunds = demo.table(
  'sandbox_refunds',
  {
    id: text('id').primaryKey(),
    idempotencyKey: text('idempotency_key').notNull().unique(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => sandboxPayments.id),
    amountCents: cents('amount_cents').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('sandbox_refunds_payment').on(t.paymentId), check('sandbox_refunds_amount', sql`${t.amountCents} > 0`)],
);
