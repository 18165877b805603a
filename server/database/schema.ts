/** The whole schema in one object, for drizzle and drizzle-kit. */
export * from './schema-catalogue.ts';
export * from './schema-delivery.ts';
export * from './schema-idempotency.ts';
export * from './schema-leads.ts';
export * from './schema-members.ts';
export * from './schema-notices.ts';
export * from './schema-orders.ts';
export * from './schema-payments.ts';
export * from './schema-places.ts';
export * from './schema-receipts.ts';
