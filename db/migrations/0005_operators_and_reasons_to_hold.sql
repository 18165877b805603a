CREATE TABLE "operators" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"mobile" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "operators_mobile_unique" UNIQUE("mobile"),
	CONSTRAINT "operators_role" CHECK ("operators"."role" in ('owner', 'staff'))
);

ALTER TABLE "orders" DROP CONSTRAINT "orders_held_for";
ALTER TABLE "orders" ADD CONSTRAINT "orders_held_for" CHECK ("orders"."held_for" in ('value', 'first order', 'velocity', 'declines', 'card country', 'postcode check', 'security code check'));

ALTER TABLE "demo"."sandbox_payment_methods" DROP CONSTRAINT "sandbox_payment_methods_behaviour";
ALTER TABLE "demo"."sandbox_payment_methods" ADD CONSTRAINT "sandbox_payment_methods_behaviour" CHECK ("demo"."sandbox_payment_methods"."behaviour" in ('pm_card_visa', 'pm_card_mastercard', 'pm_card_amex', 'pm_card_au', 'pm_card_avsZipFail', 'pm_card_cvcCheckFail', 'pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds', 'pm_card_authenticationRequired'));
