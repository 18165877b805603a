-- A member has one name per account of a payment provider: the sandbox's means nothing to Stripe, a test account's nothing to the live one.
CREATE TABLE "payment_customers" (
	"member_id" integer NOT NULL REFERENCES "members"("id") ON DELETE cascade,
	"account" text NOT NULL,
	"customer_id" text,
	"former_id" text,
	CONSTRAINT "payment_customers_pk" PRIMARY KEY("member_id","account"),
	CONSTRAINT "payment_customers_customer" UNIQUE("account","customer_id")
);

INSERT INTO "payment_customers" ("member_id", "account", "customer_id")
SELECT "id", CASE WHEN "payment_customer_id" LIKE 'cus_sandbox_%' THEN 'sandbox' ELSE 'stripe-test' END, "payment_customer_id"
FROM "members" WHERE "payment_customer_id" IS NOT NULL;

ALTER TABLE "members" DROP COLUMN "payment_customer_id";
