/** The whole schema in one object, for drizzle and drizzle-kit. */
export * from './calls.ts';
export * from './catalogue.ts';
export * from './customers.ts';
export * from './demo.ts';
export * from './gift-card-ledger.ts';
export * from './gift-card-passes.ts';
export * from './gift-cards.ts';
export * from './messages.ts';
export * from './operators.ts';
export * from './orders.ts';
export * from './payments.ts';
export * from './places.ts';
export * from './shipments.ts';
export * from './sign-in/known-devices.ts';
export * from './sign-in/passkeys.ts';
