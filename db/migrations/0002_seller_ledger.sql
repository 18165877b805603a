-- The sellers' ledger (server/domain/seller-ledger).
CREATE TABLE "book_accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"seller_id" integer,
	"may_be_negative" boolean NOT NULL,
	CONSTRAINT "book_accounts_code_unique" UNIQUE("code"),
	CONSTRAINT "book_accounts_kind" CHECK ("book_accounts"."kind" in ('asset', 'liability', 'income', 'cost'))
);

CREATE TABLE "book_transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"debit_account" integer NOT NULL,
	"credit_account" integer NOT NULL,
	"cents" bigint NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"key" text NOT NULL,
	"order_id" bigint,
	"refund_id" bigint,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "book_transfers_key_unique" UNIQUE("key"),
	CONSTRAINT "book_transfers_kind" CHECK ("book_transfers"."kind" in ('sale', 'commission', 'service fee', 'refund', 'commission back')),
	CONSTRAINT "book_transfers_cents" CHECK ("book_transfers"."cents" > 0),
	CONSTRAINT "book_transfers_accounts" CHECK ("book_transfers"."debit_account" <> "book_transfers"."credit_account")
);

ALTER TABLE "book_accounts" ADD CONSTRAINT "book_accounts_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "book_transfers" ADD CONSTRAINT "book_transfers_debit_account_book_accounts_id_fk" FOREIGN KEY ("debit_account") REFERENCES "public"."book_accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "book_transfers" ADD CONSTRAINT "book_transfers_credit_account_book_accounts_id_fk" FOREIGN KEY ("credit_account") REFERENCES "public"."book_accounts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "book_transfers" ADD CONSTRAINT "book_transfers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "book_transfers" ADD CONSTRAINT "book_transfers_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "book_accounts_seller" ON "book_accounts" USING btree ("seller_id");
CREATE INDEX "book_transfers_debit" ON "book_transfers" USING btree ("debit_account","id");
CREATE INDEX "book_transfers_credit" ON "book_transfers" USING btree ("credit_account","id");
CREATE INDEX "book_transfers_cause" ON "book_transfers" USING btree ("cause");
CREATE INDEX "book_transfers_order" ON "book_transfers" USING btree ("order_id");
CREATE INDEX "book_transfers_refund" ON "book_transfers" USING btree ("refund_id");
