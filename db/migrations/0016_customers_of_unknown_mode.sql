-- 0009 called every customer of Stripe's one of the test mode, also where the shop had a live key. Whose they are can only be asked of
-- Stripe: until then they are of 'stripe', the mode being unknown (server/checkout/payment-customer.ts).
UPDATE "payment_customers" SET "account" = 'stripe' WHERE "account" = 'stripe-test' AND "customer_id" IS NOT NULL;
