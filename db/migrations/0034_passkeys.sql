-- Passkeys sign customers in. The release before writes none, and sessions by a code or a link as before.
CREATE TABLE "passkeys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"customer_id" integer NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credential_id_unique" UNIQUE("credential_id"),
	CONSTRAINT "passkeys_device" CHECK ("passkeys"."device" in ('iphone', 'ipad', 'mac', 'android', 'chromebook', 'windows', 'linux', 'phone_nearby', 'security_key', 'other')),
	CONSTRAINT "passkeys_counter" CHECK ("passkeys"."counter" between 0 and 4294967295)
);
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "passkeys_customer" ON "passkeys" USING btree ("customer_id");
CREATE TABLE "passkey_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"customer_id" integer,
	"browser" text,
	"expires_at" timestamp with time zone NOT NULL
);
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "passkey_challenges_customer" ON "passkey_challenges" USING btree ("customer_id");
CREATE INDEX "passkey_challenges_expires_at" ON "passkey_challenges" USING btree ("expires_at");
ALTER TABLE "sessions" ADD COLUMN "by_passkey" boolean DEFAULT false NOT NULL;
