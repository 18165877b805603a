-- What a call with an Idempotency-Key answered, for those who send it again. `answer` is JSON text, null only inside the transaction that does the work.
CREATE TABLE "idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");
