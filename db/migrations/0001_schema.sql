CREATE TABLE "categories" (
	"entity_id" integer PRIMARY KEY NOT NULL,
	"parent_id" integer,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"level" integer NOT NULL,
	CONSTRAINT "categories_three_levels" CHECK ("categories"."level" between 1 and 3)
);

CREATE TABLE "option_values" (
	"attribute_id" integer NOT NULL,
	"attribute_code" text NOT NULL,
	"value_index" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "option_values_attribute" CHECK (("option_values"."attribute_id", "option_values"."attribute_code") in ((93, 'color'), (141, 'size'), (216, 'gift_card_price')))
);

CREATE TABLE "pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"mime" text NOT NULL,
	"source" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"ground" text NOT NULL,
	"version" text NOT NULL
);

CREATE TABLE "product_categories" (
	"product_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	CONSTRAINT "product_categories_product_id_category_id_pk" PRIMARY KEY("product_id","category_id")
);

CREATE TABLE "product_pictures" (
	"product_id" integer NOT NULL,
	"position" integer NOT NULL,
	"picture_id" text NOT NULL,
	CONSTRAINT "product_pictures_product_id_position_pk" PRIMARY KEY("product_id","position")
);

CREATE TABLE "product_templates" (
	"product_id" integer NOT NULL,
	"template_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_templates_product_id_template_id_pk" PRIMARY KEY("product_id","template_id")
);

CREATE TABLE "products" (
	"id" serial PRIMARY KEY NOT NULL,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"short_desc" text NOT NULL,
	"description" text NOT NULL,
	"type_id" text NOT NULL,
	"is_giftcard" boolean NOT NULL,
	"seller_id" integer NOT NULL,
	"tab1" jsonb,
	"tab2" text,
	"tab3" jsonb,
	"card_has_pin" boolean DEFAULT false NOT NULL,
	"card_validity_months" integer DEFAULT 36 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "products_sku_unique" UNIQUE("sku"),
	CONSTRAINT "products_type" CHECK ("products"."type_id" in ('simple', 'configurable')),
	CONSTRAINT "products_giftcard_configurable" CHECK (not "products"."is_giftcard" or "products"."type_id" = 'configurable'),
	CONSTRAINT "products_card_three_years" CHECK ("products"."card_validity_months" >= 36)
);

CREATE TABLE "sellers" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"shop_url" text NOT NULL,
	"description" text NOT NULL,
	"popup_description" text NOT NULL,
	"logo" text NOT NULL,
	"image" text NOT NULL,
	"supplied_by_image" text NOT NULL,
	"flat_shipping_cents" integer NOT NULL,
	"free_shipping_over_cents" integer,
	CONSTRAINT "sellers_shop_url_unique" UNIQUE("shop_url"),
	CONSTRAINT "sellers_shipping_not_negative" CHECK ("sellers"."flat_shipping_cents" >= 0)
);

CREATE TABLE "templates" (
	"id" serial PRIMARY KEY NOT NULL,
	"mms_template_id" text NOT NULL,
	"name" text NOT NULL,
	"picture_id" text NOT NULL,
	"layout" jsonb NOT NULL,
	CONSTRAINT "templates_mms_template_id_unique" UNIQUE("mms_template_id")
);

CREATE TABLE "variants" (
	"id" serial PRIMARY KEY NOT NULL,
	"product_id" integer NOT NULL,
	"sku" text NOT NULL,
	"price_cents" integer NOT NULL,
	"qty" integer NOT NULL,
	"color" integer,
	"size" integer,
	"gift_card_price" integer,
	CONSTRAINT "variants_sku_unique" UNIQUE("sku"),
	CONSTRAINT "variants_stock_never_below_zero" CHECK ("variants"."qty" >= 0),
	CONSTRAINT "variants_price_positive" CHECK ("variants"."price_cents" > 0)
);

CREATE TABLE "gift_card_entries" (
	"id" serial PRIMARY KEY NOT NULL,
	"gift_card_id" integer NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_entries_sign" CHECK (("gift_card_entries"."kind" = 'issue' and "gift_card_entries"."amount_cents" > 0) or ("gift_card_entries"."kind" in ('redeem', 'void') and "gift_card_entries"."amount_cents" < 0) or "gift_card_entries"."kind" = 'correct')
);

CREATE TABLE "gift_cards" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_line_id" integer NOT NULL,
	"details_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"link_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"value_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"supplied_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"send_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"failure" text,
	CONSTRAINT "gift_cards_order_line_id_unique" UNIQUE("order_line_id"),
	CONSTRAINT "gift_cards_details_id_unique" UNIQUE("details_id"),
	CONSTRAINT "gift_cards_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "gift_cards_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "gift_cards_state" CHECK ("gift_cards"."state" in ('waiting', 'queued', 'sent', 'delivered', 'failed', 'unknown', 'void')),
	CONSTRAINT "gift_cards_three_years" CHECK ("gift_cards"."expires_at" >= "gift_cards"."supplied_at" + interval '3 years'),
	CONSTRAINT "gift_cards_value" CHECK ("gift_cards"."value_cents" > 0)
);

CREATE TABLE "message_pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"gift_card_id" integer NOT NULL,
	"jpeg" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_pictures_gift_card_id_unique" UNIQUE("gift_card_id"),
	CONSTRAINT "message_pictures_240_kb" CHECK (octet_length("message_pictures"."jpeg") <= 240000)
);

CREATE TABLE "outgoing_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"ref" text NOT NULL,
	"gift_card_id" integer,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"purpose" text NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text,
	"claimed_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "outgoing_messages_ref_unique" UNIQUE("ref"),
	CONSTRAINT "outgoing_messages_kind" CHECK ("outgoing_messages"."kind" in ('sms', 'mms')),
	CONSTRAINT "outgoing_messages_state" CHECK ("outgoing_messages"."state" in ('queued', 'claimed', 'sent', 'delivered', 'failed', 'unknown'))
);

CREATE TABLE "phone_messages" (
	"id" serial PRIMARY KEY NOT NULL,
	"ref" text NOT NULL,
	"to" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"media_url" text,
	"purpose" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "phone_messages_ref_unique" UNIQUE("ref"),
	CONSTRAINT "phone_messages_purpose" CHECK ("phone_messages"."purpose" in ('code', 'gift', 'campaign', 'order'))
);

CREATE TABLE "sandbox_payment_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text,
	"behaviour" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE TABLE "sandbox_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"order_id" integer NOT NULL,
	"customer_id" text NOT NULL,
	"payment_method_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"save_card" boolean NOT NULL,
	"capture" boolean NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"client_secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_payments_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "sandbox_payments_client_secret_unique" UNIQUE("client_secret"),
	CONSTRAINT "sandbox_payments_status" CHECK ("sandbox_payments"."status" in ('requires_confirmation', 'requires_action', 'requires_capture', 'succeeded', 'declined', 'canceled', 'refunded'))
);

CREATE TABLE "addresses" (
	"id" serial PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"telephone" text NOT NULL,
	"street" text[] NOT NULL,
	"city" text NOT NULL,
	"region_id" integer NOT NULL,
	"postcode" text NOT NULL,
	"country_id" text NOT NULL,
	CONSTRAINT "addresses_in_australia" CHECK ("addresses"."country_id" = 'AU')
);

CREATE TABLE "campaign_links" (
	"jti" text PRIMARY KEY NOT NULL,
	"sign_ins" integer DEFAULT 0 NOT NULL,
	"revoked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "campaign_links_five" CHECK ("campaign_links"."sign_ins" between 0 and 5)
);

CREATE TABLE "members" (
	"id" serial PRIMARY KEY NOT NULL,
	"mobile" text NOT NULL,
	"email" text NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"country_code" text DEFAULT 'AU' NOT NULL,
	"campaign_id" text,
	"terms_version" text NOT NULL,
	"terms_accepted_at" timestamp with time zone NOT NULL,
	"default_billing_id" integer,
	"default_shipping_id" integer,
	"payment_customer_id" text,
	"suspended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "members_mobile_unique" UNIQUE("mobile"),
	CONSTRAINT "members_mobile_e164" CHECK ("members"."mobile" ~ '^\+[1-9][0-9]{7,14}$')
);

CREATE TABLE "mobile_proofs" (
	"jti" text PRIMARY KEY NOT NULL,
	"mobile" text NOT NULL,
	"proved_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"registered_at" timestamp with time zone,
	"campaign_id" text,
	"product_id" text
);

CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);

CREATE TABLE "sign_in_codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"mobile" text NOT NULL,
	"code_hash" text NOT NULL,
	"address" text NOT NULL,
	"prefix" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "sign_in_codes_tries" CHECK ("sign_in_codes"."tries" between 0 and 5)
);

CREATE TABLE "spent_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "cart_lines" (
	"id" serial PRIMARY KEY NOT NULL,
	"cart_id" integer NOT NULL,
	"variant_id" integer NOT NULL,
	"qty" integer NOT NULL,
	CONSTRAINT "cart_lines_qty" CHECK ("cart_lines"."qty" between 1 and 10000)
);

CREATE TABLE "carts" (
	"id" serial PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"billing_address" jsonb,
	"shipping_address" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "carts_state" CHECK ("carts"."state" in ('open', 'ordered'))
);

CREATE TABLE "counters" (
	"name" text PRIMARY KEY NOT NULL,
	"value" integer NOT NULL
);

CREATE TABLE "gift_card_details" (
	"id" serial PRIMARY KEY NOT NULL,
	"member_id" integer NOT NULL,
	"cart_id" integer,
	"cart_item_id" integer,
	"product_id" integer NOT NULL,
	"variant_sku" text NOT NULL,
	"price_cents" integer NOT NULL,
	"purchaser_mobile" text NOT NULL,
	"recipient_firstname" text NOT NULL,
	"recipient_lastname" text NOT NULL,
	"recipient_mobile" text NOT NULL,
	"recipient_message" text NOT NULL,
	"text_content" text NOT NULL,
	"scheduled_delivery" text,
	"timezone" text,
	"send_at" timestamp with time zone,
	"template_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "gift_card_details_lengths" CHECK (length("gift_card_details"."recipient_message") <= 100 and length("gift_card_details"."text_content") <= 400)
);

CREATE TABLE "order_lines" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"variant_id" integer NOT NULL,
	"cart_line_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"qty" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"options" jsonb NOT NULL,
	"details_id" integer,
	"is_giftcard" boolean NOT NULL,
	CONSTRAINT "order_lines_details_id_unique" UNIQUE("details_id"),
	CONSTRAINT "order_lines_sum" CHECK ("order_lines"."total_cents" = "order_lines"."price_cents" * "order_lines"."qty" and "order_lines"."qty" > 0),
	CONSTRAINT "order_lines_card_has_details" CHECK ("order_lines"."is_giftcard" = ("order_lines"."details_id" is not null)),
	CONSTRAINT "order_lines_one_card_a_line" CHECK (not "order_lines"."is_giftcard" or "order_lines"."qty" = 1)
);

CREATE TABLE "orders" (
	"id" serial PRIMARY KEY NOT NULL,
	"number" integer,
	"cart_id" integer NOT NULL,
	"member_id" integer NOT NULL,
	"status" text NOT NULL,
	"customer_name" text NOT NULL,
	"campaign_id" text,
	"subtotal_cents" integer NOT NULL,
	"shipping_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"shipping_address" jsonb NOT NULL,
	"billing_address" jsonb NOT NULL,
	"refusal_reason" text,
	"held_for" text,
	"created_at" timestamp with time zone NOT NULL,
	"placed_at" timestamp with time zone,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_cart_id_unique" UNIQUE("cart_id"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'declined', 'held', 'approved', 'refused', 'refunded')),
	CONSTRAINT "orders_total" CHECK ("orders"."total_cents" = "orders"."subtotal_cents" + "orders"."shipping_cents" and "orders"."subtotal_cents" > 0),
	CONSTRAINT "orders_number_when_placed" CHECK (("orders"."number" is null) = ("orders"."status" in ('pending', 'declined'))),
	CONSTRAINT "orders_refusal_reason" CHECK ("orders"."refusal_reason" is null or "orders"."refusal_reason" in ('fraud suspected', 'unlawful order', 'unverifiable', 'payment declined', 'suspended member'))
);

CREATE TABLE "payments" (
	"id" serial PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"provider" text NOT NULL,
	"provider_payment_id" text,
	"payment_method" text NOT NULL,
	"save_card" boolean NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"capture" boolean NOT NULL,
	"state" text NOT NULL,
	"client_secret" text,
	"error" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "payments_provider_payment_id_unique" UNIQUE("provider_payment_id"),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('started', 'requires_action', 'authorised', 'captured', 'declined', 'voided', 'refunded')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0)
);

ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_category_id_categories_entity_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("entity_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "product_templates" ADD CONSTRAINT "product_templates_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_templates" ADD CONSTRAINT "product_templates_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "products" ADD CONSTRAINT "products_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "products" ADD CONSTRAINT "products_tab2_pictures_id_fk" FOREIGN KEY ("tab2") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_logo_pictures_id_fk" FOREIGN KEY ("logo") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_image_pictures_id_fk" FOREIGN KEY ("image") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_supplied_by_image_pictures_id_fk" FOREIGN KEY ("supplied_by_image") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "templates" ADD CONSTRAINT "templates_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "variants" ADD CONSTRAINT "variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "variants" ADD CONSTRAINT "variants_color_option_values_value_index_fk" FOREIGN KEY ("color") REFERENCES "public"."option_values"("value_index") ON DELETE no action ON UPDATE no action;
ALTER TABLE "variants" ADD CONSTRAINT "variants_size_option_values_value_index_fk" FOREIGN KEY ("size") REFERENCES "public"."option_values"("value_index") ON DELETE no action ON UPDATE no action;
ALTER TABLE "variants" ADD CONSTRAINT "variants_gift_card_price_option_values_value_index_fk" FOREIGN KEY ("gift_card_price") REFERENCES "public"."option_values"("value_index") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_details_id_gift_card_details_id_fk" FOREIGN KEY ("details_id") REFERENCES "public"."gift_card_details"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "message_pictures" ADD CONSTRAINT "message_pictures_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "outgoing_messages" ADD CONSTRAINT "outgoing_messages_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "carts" ADD CONSTRAINT "carts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_details" ADD CONSTRAINT "gift_card_details_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_details" ADD CONSTRAINT "gift_card_details_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_details" ADD CONSTRAINT "gift_card_details_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_details" ADD CONSTRAINT "gift_card_details_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_details_id_gift_card_details_id_fk" FOREIGN KEY ("details_id") REFERENCES "public"."gift_card_details"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "orders" ADD CONSTRAINT "orders_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "orders" ADD CONSTRAINT "orders_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "categories_parent" ON "categories" USING btree ("parent_id");
CREATE INDEX "product_categories_category" ON "product_categories" USING btree ("category_id");
CREATE INDEX "products_newest" ON "products" USING btree ("is_giftcard","created_at","id");
CREATE INDEX "products_seller" ON "products" USING btree ("seller_id");
CREATE UNIQUE INDEX "variants_one_per_choice" ON "variants" USING btree ("product_id","color","size","gift_card_price") NULLS NOT DISTINCT;
CREATE INDEX "variants_product" ON "variants" USING btree ("product_id");
CREATE UNIQUE INDEX "gift_card_entries_one_issue" ON "gift_card_entries" USING btree ("gift_card_id") WHERE kind = 'issue';
CREATE INDEX "gift_card_entries_card" ON "gift_card_entries" USING btree ("gift_card_id");
CREATE INDEX "gift_cards_due" ON "gift_cards" USING btree ("send_at") WHERE state = 'queued';
CREATE INDEX "outgoing_messages_card" ON "outgoing_messages" USING btree ("gift_card_id");
CREATE INDEX "phone_messages_to" ON "phone_messages" USING btree ("to","id");
CREATE INDEX "sandbox_payments_order" ON "sandbox_payments" USING btree ("order_id");
CREATE INDEX "addresses_member" ON "addresses" USING btree ("member_id");
CREATE UNIQUE INDEX "members_email" ON "members" USING btree (lower("email"));
CREATE INDEX "mobile_proofs_mobile" ON "mobile_proofs" USING btree ("mobile","expires_at");
CREATE INDEX "sessions_member" ON "sessions" USING btree ("member_id");
CREATE INDEX "sign_in_codes_mobile" ON "sign_in_codes" USING btree ("mobile","sent_at");
CREATE INDEX "sign_in_codes_address" ON "sign_in_codes" USING btree ("address","sent_at");
CREATE INDEX "sign_in_codes_prefix" ON "sign_in_codes" USING btree ("prefix","sent_at");
CREATE INDEX "sign_in_codes_sent" ON "sign_in_codes" USING btree ("sent_at");
CREATE INDEX "cart_lines_cart" ON "cart_lines" USING btree ("cart_id");
CREATE UNIQUE INDEX "carts_one_open_a_member" ON "carts" USING btree ("member_id") WHERE state = 'open';
CREATE INDEX "gift_card_details_cart" ON "gift_card_details" USING btree ("cart_id");
CREATE UNIQUE INDEX "gift_card_details_one_a_line" ON "gift_card_details" USING btree ("cart_item_id") WHERE deleted_at is null and cart_item_id is not null;
CREATE INDEX "order_lines_order" ON "order_lines" USING btree ("order_id");
CREATE INDEX "orders_member" ON "orders" USING btree ("member_id","created_at");
CREATE UNIQUE INDEX "payments_one_live_an_order" ON "payments" USING btree ("order_id") WHERE state in ('started', 'requires_action', 'authorised', 'captured');
-- The ledger of a card is append-only: a mistake is mended by a new entry.
CREATE FUNCTION refuse_ledger_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'gift_card_entries is append-only';
END $$;

CREATE TRIGGER gift_card_entries_append_only BEFORE UPDATE OR DELETE ON gift_card_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_ledger_change();

INSERT INTO counters (name, value) VALUES ('order_number', 0), ('catalogue_version', 1);
