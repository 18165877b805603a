-- Search: texts as they are compared, and trigrams that find a word by its beginning and with typing mistakes in it.
-- pg_trgm is a trusted extension: the owner of the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Small letters and digits only, accents off, one space before and after each word: 'Café & Crème' -> ' cafe creme '.
-- The same as foldText() in server/domain/catalogue/search/search-words.ts. normalize() in place of unaccent(): it is
-- immutable.
CREATE FUNCTION "search_fold"("raw" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT regexp_replace(' ' || regexp_replace(
    lower(translate(normalize("raw", NFKD), 'ØøÐðĐđĦħıĸŁłŊŋŦŧÞÆŒ', 'ooddddhhikllnnttþæœ')),
    '[\u0300-\u036f''’‘]', '', 'g') || ' ', '[^a-z0-9\u00df-\u1fff\u3040-\uffff]+', ' ', 'g')
$$;

CREATE SCHEMA "demo";

CREATE SEQUENCE "public"."order_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 999999999 START WITH 1 CACHE 1;
CREATE TABLE "addresses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"customer_id" integer NOT NULL,
	"firstname" text NOT NULL,
	"lastname" text NOT NULL,
	"telephone" text NOT NULL,
	"street" text[] NOT NULL,
	"city" text NOT NULL,
	"region_id" integer NOT NULL,
	"postcode" text NOT NULL,
	"country_id" text NOT NULL,
	"written_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "addresses_in_australia" CHECK ("addresses"."country_id" = 'AU')
);

CREATE TABLE "alarms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"name" text NOT NULL,
	"sentence" text NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);

CREATE TABLE "book_checks" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"differences" integer NOT NULL,
	"provider_unanswered" boolean DEFAULT false NOT NULL,
	CONSTRAINT "book_checks_differences" CHECK ("book_checks"."differences" >= 0)
);

CREATE TABLE "book_differences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"day" text NOT NULL,
	"subject" text NOT NULL,
	"sentence" text NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	CONSTRAINT "book_differences_once_a_day" UNIQUE("day","subject")
);

CREATE TABLE "call_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone NOT NULL
);

CREATE TABLE "campaign_links" (
	"jti" text PRIMARY KEY NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY,
	"mobile" text DEFAULT '' NOT NULL,
	"campaign_id" text,
	"product_id" text,
	"made_by" text DEFAULT '' NOT NULL,
	"sent" boolean DEFAULT false NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone DEFAULT now() + interval '7 days' NOT NULL,
	"sign_ins" integer DEFAULT 0 NOT NULL,
	"revoked" boolean DEFAULT false NOT NULL,
	CONSTRAINT "campaign_links_id_unique" UNIQUE("id"),
	CONSTRAINT "campaign_links_five" CHECK ("campaign_links"."sign_ins" between 0 and 5)
);

CREATE TABLE "cart_gift_cards" (
	"cart_id" bigint NOT NULL,
	"gift_card_id" bigint NOT NULL,
	"code_hash" text,
	"is_first" boolean DEFAULT false NOT NULL,
	"written_by" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_gift_cards_cart_id_gift_card_id_pk" PRIMARY KEY("cart_id","gift_card_id")
);

CREATE TABLE "cart_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"cart_id" bigint NOT NULL,
	"variant_id" integer NOT NULL,
	"qty" integer NOT NULL,
	"amount_cents" integer,
	"written_by" text,
	CONSTRAINT "cart_lines_qty" CHECK ("cart_lines"."qty" between 1 and 10000),
	CONSTRAINT "cart_lines_amount" CHECK ("cart_lines"."amount_cents" is null or ("cart_lines"."amount_cents" > 0 and "cart_lines"."amount_cents" % 100 = 0 and "cart_lines"."qty" = 1))
);

CREATE TABLE "carts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"customer_id" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"billing_address" jsonb,
	"shipping_address" jsonb,
	"addresses_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "carts_state" CHECK ("carts"."state" in ('open', 'ordered'))
);

CREATE TABLE "categories" (
	"entity_id" integer PRIMARY KEY NOT NULL,
	"parent_id" integer,
	"name" text NOT NULL,
	"position" integer NOT NULL,
	"level" integer NOT NULL,
	"search_name" text GENERATED ALWAYS AS (search_fold("name")) STORED NOT NULL,
	CONSTRAINT "categories_three_levels" CHECK ("categories"."level" between 1 and 3)
);

CREATE TABLE "composed_pictures" (
	"key" text PRIMARY KEY NOT NULL,
	"jpeg" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "composed_pictures_240_kb" CHECK (octet_length("composed_pictures"."jpeg") <= 240000)
);

CREATE TABLE "counter_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"seller_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"key_hash" text,
	"key_last4" text,
	"link_hash" text,
	"link_expires_at" timestamp with time zone,
	"scopes" text[] DEFAULT '{"check","spend","reverse"}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "counter_keys_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "counter_keys_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "counter_keys_kind" CHECK ("counter_keys"."kind" in ('api', 'till')),
	CONSTRAINT "counter_keys_scopes" CHECK ("counter_keys"."scopes" <@ array['check', 'spend', 'reverse', 'money:read']),
	CONSTRAINT "counter_keys_key_last4" CHECK (length("counter_keys"."key_last4") = 4),
	CONSTRAINT "counter_keys_key_or_link" CHECK (num_nulls("counter_keys"."key_hash", "counter_keys"."key_last4") = case when "counter_keys"."link_hash" is null then 0 else 2 end and ("counter_keys"."link_hash" is null) = ("counter_keys"."link_expires_at" is null) and ("counter_keys"."link_hash" is null or "counter_keys"."kind" = 'till'))
);

CREATE TABLE "customer_devices" (
	"customer_id" integer NOT NULL,
	"browser" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_devices_pk" PRIMARY KEY("customer_id","browser")
);

CREATE TABLE "customers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
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
	"suspended_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"email_changed_at" timestamp with time zone,
	"email_confirmed" boolean DEFAULT true NOT NULL,
	"lastname_changed_at" timestamp with time zone,
	"unproved_since" timestamp with time zone,
	"unproved_email" text,
	"records_from" timestamp with time zone,
	"cards_from" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customers_mobile_unique" UNIQUE("mobile"),
	CONSTRAINT "customers_unproved" CHECK (("customers"."unproved_since" is null) = ("customers"."unproved_email" is null)),
	CONSTRAINT "customers_mobile_e164" CHECK ("customers"."mobile" ~ '^\+[1-9][0-9]{7,14}$')
);

CREATE TABLE "decline_alarms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"declines" integer NOT NULL,
	"attempts" integer NOT NULL,
	CONSTRAINT "decline_alarms_started_at_unique" UNIQUE("started_at")
);

CREATE TABLE "disputes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"order_id" bigint NOT NULL,
	"payment_id" bigint NOT NULL,
	"provider_dispute_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"lost_cents" integer DEFAULT 0 NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "disputes_provider_dispute_id_unique" UNIQUE("provider_dispute_id"),
	CONSTRAINT "disputes_state" CHECK ("disputes"."state" in ('open', 'won', 'lost')),
	CONSTRAINT "disputes_lost" CHECK ("disputes"."lost_cents" >= 0)
);

CREATE TABLE "email_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"email" text NOT NULL,
	"customer_id" integer,
	"code_hash" text NOT NULL,
	"client_key" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "email_codes_tries" CHECK ("email_codes"."tries" between 0 and 5)
);

CREATE TABLE "gift_card_accounts" (
	"gift_card_id" bigint PRIMARY KEY NOT NULL,
	"seller_id" integer NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"restores_to" text,
	"issued_cents" integer NOT NULL,
	"balance_cents" integer DEFAULT 0 NOT NULL,
	"held_cents" integer DEFAULT 0 NOT NULL,
	"entry_count" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "gift_card_accounts_status" CHECK ("gift_card_accounts"."status" in ('active', 'frozen', 'void', 'expired')),
	CONSTRAINT "gift_card_accounts_restores_to" CHECK ("gift_card_accounts"."restores_to" in ('active', 'frozen')),
	CONSTRAINT "gift_card_accounts_void_restores" CHECK (("gift_card_accounts"."status" = 'void') = ("gift_card_accounts"."restores_to" is not null)),
	CONSTRAINT "gift_card_accounts_never_overdrawn" CHECK ("gift_card_accounts"."balance_cents" >= 0),
	CONSTRAINT "gift_card_accounts_single_load" CHECK ("gift_card_accounts"."balance_cents" <= "gift_card_accounts"."issued_cents"),
	CONSTRAINT "gift_card_accounts_put_aside" CHECK ("gift_card_accounts"."held_cents" between 0 and "gift_card_accounts"."balance_cents"),
	CONSTRAINT "gift_card_accounts_void_is_empty" CHECK ("gift_card_accounts"."status" <> 'void' or "gift_card_accounts"."balance_cents" = 0)
);

CREATE TABLE "gift_card_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"gift_card_id" bigint NOT NULL,
	"customer_id" integer NOT NULL,
	"kind" text NOT NULL,
	"delivery_attempt" integer NOT NULL,
	"starts_attempt" boolean NOT NULL,
	"old_state" text NOT NULL,
	"old_mobile" text NOT NULL,
	"new_mobile" text NOT NULL,
	"old_link_hash" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_changes_old_link_hash_unique" UNIQUE("old_link_hash"),
	CONSTRAINT "gift_card_changes_kind" CHECK ("gift_card_changes"."kind" in ('resend', 'correct')),
	CONSTRAINT "gift_card_changes_old_state" CHECK ("gift_card_changes"."old_state" in ('waiting', 'queued', 'sent', 'delivered', 'failed', 'unknown', 'void'))
);

CREATE TABLE "gift_card_details" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"customer_id" integer NOT NULL,
	"cart_id" bigint,
	"cart_item_id" bigint,
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
	"written_by" text,
	"created_at" timestamp with time zone NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "gift_card_details_lengths" CHECK (length("gift_card_details"."recipient_message") <= 100 and length("gift_card_details"."text_content") <= 400)
);

CREATE TABLE "gift_card_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"gift_card_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"posted_cents" integer NOT NULL,
	"held_cents" integer DEFAULT 0 NOT NULL,
	"order_line_id" bigint,
	"hold_id" bigint,
	"redemption_id" bigint,
	"refund_id" bigint,
	"dispute_id" bigint,
	"operator" text,
	"operator_note" text,
	"seller_note" text,
	"counter_key_id" bigint,
	"gst_cents" integer,
	"step" integer DEFAULT 1 NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"balance_after" integer DEFAULT 0 NOT NULL,
	"held_after" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_entries_seq" UNIQUE("gift_card_id","seq"),
	CONSTRAINT "gift_card_entries_cause" UNIQUE NULLS NOT DISTINCT("gift_card_id","kind","order_line_id","hold_id","redemption_id","refund_id","dispute_id","step"),
	CONSTRAINT "gift_card_entries_kind" CHECK ("gift_card_entries"."kind" in ('issue', 'hold', 'release', 'capture', 'redeem', 'reverse', 'void', 'restore', 'expire', 'reinstate', 'correct')),
	CONSTRAINT "gift_card_entries_shape" CHECK (case "gift_card_entries"."kind"
        when 'issue' then "gift_card_entries"."posted_cents" > 0 and "gift_card_entries"."held_cents" = 0 and "gift_card_entries"."order_line_id" is not null
        when 'hold' then "gift_card_entries"."posted_cents" = 0 and "gift_card_entries"."held_cents" > 0 and "gift_card_entries"."hold_id" is not null
        when 'release' then "gift_card_entries"."posted_cents" = 0 and "gift_card_entries"."held_cents" < 0 and "gift_card_entries"."hold_id" is not null
        when 'capture' then "gift_card_entries"."posted_cents" < 0 and "gift_card_entries"."held_cents" <= "gift_card_entries"."posted_cents" and "gift_card_entries"."redemption_id" is not null
        when 'redeem' then "gift_card_entries"."posted_cents" < 0 and "gift_card_entries"."held_cents" = 0 and "gift_card_entries"."redemption_id" is not null
        when 'reverse' then "gift_card_entries"."posted_cents" > 0 and "gift_card_entries"."held_cents" = 0 and "gift_card_entries"."redemption_id" is not null
        when 'void' then "gift_card_entries"."posted_cents" < 0 and "gift_card_entries"."held_cents" = 0 and num_nonnulls("gift_card_entries"."refund_id", "gift_card_entries"."dispute_id") = 1
        when 'restore' then "gift_card_entries"."posted_cents" > 0 and "gift_card_entries"."held_cents" = 0 and num_nonnulls("gift_card_entries"."refund_id", "gift_card_entries"."dispute_id") = 1
        when 'expire' then "gift_card_entries"."posted_cents" < 0 and "gift_card_entries"."held_cents" = 0
        when 'reinstate' then "gift_card_entries"."posted_cents" > 0 and "gift_card_entries"."held_cents" = 0
        else "gift_card_entries"."posted_cents" <> 0 and "gift_card_entries"."held_cents" = 0 end),
	CONSTRAINT "gift_card_entries_one_cause" CHECK (num_nonnulls("gift_card_entries"."order_line_id", "gift_card_entries"."hold_id", "gift_card_entries"."redemption_id", case when "gift_card_entries"."kind" <> 'reverse' then "gift_card_entries"."refund_id" end, "gift_card_entries"."dispute_id")
        = case when "gift_card_entries"."kind" in ('expire', 'reinstate', 'correct') then 0 else 1 end),
	CONSTRAINT "gift_card_entries_operator" CHECK (num_nonnulls(nullif("gift_card_entries"."operator", ''), nullif("gift_card_entries"."operator_note", ''))
        = case when "gift_card_entries"."kind" in ('reinstate', 'correct') then 2 else 0 end),
	CONSTRAINT "gift_card_entries_seller_note" CHECK ("gift_card_entries"."seller_note" is null or "gift_card_entries"."kind" = 'reverse'),
	CONSTRAINT "gift_card_entries_counter_key" CHECK ("gift_card_entries"."counter_key_id" is null or "gift_card_entries"."kind" = 'reverse'),
	CONSTRAINT "gift_card_entries_gst" CHECK ("gift_card_entries"."gst_cents" is null or ("gift_card_entries"."kind" = 'reverse' and "gift_card_entries"."gst_cents" between 0 and "gift_card_entries"."posted_cents")),
	CONSTRAINT "gift_card_entries_single_step" CHECK ("gift_card_entries"."step" = 1 or "gift_card_entries"."kind" in ('reverse', 'void', 'restore', 'expire', 'reinstate', 'correct'))
);

CREATE TABLE "gift_card_holds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"public_id" text NOT NULL,
	"gift_card_id" bigint NOT NULL,
	"seller_id" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"captured_cents" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'held' NOT NULL,
	"channel" text NOT NULL,
	"order_id" bigint,
	"counter_key_id" bigint,
	"reference" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "gift_card_holds_public_id_unique" UNIQUE("public_id"),
	CONSTRAINT "gift_card_holds_of_card" UNIQUE("id","gift_card_id"),
	CONSTRAINT "gift_card_holds_state" CHECK ("gift_card_holds"."state" in ('held', 'captured', 'released', 'lapsed')),
	CONSTRAINT "gift_card_holds_channel" CHECK ("gift_card_holds"."channel" in ('shop', 'till', 'api')),
	CONSTRAINT "gift_card_holds_amount" CHECK ("gift_card_holds"."amount_cents" > 0),
	CONSTRAINT "gift_card_holds_order" CHECK (("gift_card_holds"."channel" = 'shop') = ("gift_card_holds"."order_id" is not null)),
	CONSTRAINT "gift_card_holds_ended" CHECK (("gift_card_holds"."state" = 'held') = ("gift_card_holds"."ended_at" is null)),
	CONSTRAINT "gift_card_holds_captured" CHECK (("gift_card_holds"."state" = 'captured') = ("gift_card_holds"."captured_cents" > 0) and "gift_card_holds"."captured_cents" between 0 and "gift_card_holds"."amount_cents")
);

CREATE TABLE "gift_card_pass_holders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"pass_id" text NOT NULL,
	"wallet" text NOT NULL,
	"device_id" text DEFAULT '' NOT NULL,
	"push_token" text DEFAULT '' NOT NULL,
	"outdated_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_pass_holders_once" UNIQUE("pass_id","wallet","device_id"),
	CONSTRAINT "gift_card_pass_holders_wallet" CHECK ("gift_card_pass_holders"."wallet" in ('apple', 'google')),
	CONSTRAINT "gift_card_pass_holders_device" CHECK (("gift_card_pass_holders"."wallet" = 'apple') = ("gift_card_pass_holders"."device_id" <> '') and ("gift_card_pass_holders"."device_id" <> '') = ("gift_card_pass_holders"."push_token" <> ''))
);

CREATE TABLE "gift_card_passes" (
	"pass_id" text PRIMARY KEY NOT NULL,
	"gift_card_id" bigint NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_passes_whole_seconds" CHECK ("gift_card_passes"."changed_at" = date_trunc('second', "gift_card_passes"."changed_at"))
);

CREATE TABLE "gift_card_redemptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"public_id" text NOT NULL,
	"gift_card_id" bigint NOT NULL,
	"seller_id" integer NOT NULL,
	"channel" text NOT NULL,
	"hold_id" bigint,
	"order_id" bigint,
	"counter_key_id" bigint,
	"amount_cents" integer NOT NULL,
	"reversed_cents" integer DEFAULT 0 NOT NULL,
	"gst_cents" integer NOT NULL,
	"gst_basis" text NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_redemptions_public_id_unique" UNIQUE("public_id"),
	CONSTRAINT "gift_card_redemptions_hold_id_unique" UNIQUE("hold_id"),
	CONSTRAINT "gift_card_redemptions_of_card" UNIQUE("id","gift_card_id"),
	CONSTRAINT "gift_card_redemptions_channel" CHECK ("gift_card_redemptions"."channel" in ('shop', 'till', 'api')),
	CONSTRAINT "gift_card_redemptions_gst_basis" CHECK ("gift_card_redemptions"."gst_basis" in ('all taxable', 'gst-free', 'mixed', 'seller not registered')),
	CONSTRAINT "gift_card_redemptions_amount" CHECK ("gift_card_redemptions"."amount_cents" > 0),
	CONSTRAINT "gift_card_redemptions_reversed" CHECK ("gift_card_redemptions"."reversed_cents" between 0 and "gift_card_redemptions"."amount_cents"),
	CONSTRAINT "gift_card_redemptions_gst" CHECK ("gift_card_redemptions"."gst_cents" between 0 and "gift_card_redemptions"."amount_cents"),
	CONSTRAINT "gift_card_redemptions_order" CHECK (("gift_card_redemptions"."channel" = 'shop') = ("gift_card_redemptions"."order_id" is not null))
);

CREATE TABLE "gift_card_thanks" (
	"gift_card_id" bigint PRIMARY KEY NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gift_card_thanks_message" CHECK (length("gift_card_thanks"."message") between 1 and 140)
);

CREATE TABLE "gift_cards" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"order_line_id" bigint NOT NULL,
	"details_id" bigint NOT NULL,
	"product_id" integer NOT NULL,
	"seller_id" integer NOT NULL,
	"public_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"link_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"key_id" smallint DEFAULT 1 NOT NULL,
	"code_last4" text NOT NULL,
	"value_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"supplied_at" timestamp with time zone NOT NULL,
	"validity_months" integer,
	"expires_at" timestamp with time zone,
	"expiry_exemption" text,
	"terms_version" text NOT NULL,
	"voucher" text DEFAULT 'face value' NOT NULL,
	"delivery_state" text NOT NULL,
	"send_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"opened_at" timestamp with time zone,
	"delivery_error" text,
	"problem" text,
	"delivery_attempt" integer DEFAULT 1 NOT NULL,
	"tell_delivered" boolean DEFAULT false NOT NULL,
	CONSTRAINT "gift_cards_order_line_id_unique" UNIQUE("order_line_id"),
	CONSTRAINT "gift_cards_details_id_unique" UNIQUE("details_id"),
	CONSTRAINT "gift_cards_public_id_unique" UNIQUE("public_id"),
	CONSTRAINT "gift_cards_code_hash_unique" UNIQUE("code_hash"),
	CONSTRAINT "gift_cards_link_hash_unique" UNIQUE("link_hash"),
	CONSTRAINT "gift_cards_id_seller" UNIQUE("id","seller_id"),
	CONSTRAINT "gift_cards_id_value" UNIQUE("id","value_cents"),
	CONSTRAINT "gift_cards_delivery_state" CHECK ("gift_cards"."delivery_state" in ('waiting', 'queued', 'sent', 'delivered', 'failed', 'unknown')),
	CONSTRAINT "gift_cards_problem" CHECK ("gift_cards"."problem" in ('number', 'opted_out', 'no_route', 'unreachable', 'blocked', 'carrier')),
	CONSTRAINT "gift_cards_currency" CHECK ("gift_cards"."currency" in ('AUD')),
	CONSTRAINT "gift_cards_expiry_exemption" CHECK ("gift_cards"."expiry_exemption" in ('promotional', 'limited event', 'genuine discount', 'employee reward', 'loyalty', 'second-hand', 'charity')),
	CONSTRAINT "gift_cards_voucher" CHECK ("gift_cards"."voucher" in ('face value', 'specific supply')),
	CONSTRAINT "gift_cards_code_last4" CHECK (length("gift_cards"."code_last4") = 4),
	CONSTRAINT "gift_cards_expiry" CHECK ("gift_cards"."expiry_exemption" is not null or ("gift_cards"."validity_months" is null) = ("gift_cards"."expires_at" is null)),
	CONSTRAINT "gift_cards_three_years" CHECK ("gift_cards"."expiry_exemption" is not null
        or coalesce("gift_cards"."validity_months" >= 36 and "gift_cards"."expires_at" >= "gift_cards"."supplied_at" + interval '3 years', true)),
	CONSTRAINT "gift_cards_value" CHECK ("gift_cards"."value_cents" > 0)
);

CREATE TABLE "guessed_mobiles" (
	"mobile" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"failed_at" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone
);

CREATE TABLE "idempotency_keys" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"customer_id" integer,
	"counter_key_id" bigint,
	"key" text NOT NULL,
	"fingerprint" text NOT NULL,
	"answer" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_once" UNIQUE NULLS NOT DISTINCT("customer_id","counter_key_id","key")
);

CREATE TABLE "key_checks" (
	"key_id" text PRIMARY KEY NOT NULL,
	"check_value" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE TABLE "known_devices" (
	"mobile" text NOT NULL,
	"browser" text NOT NULL,
	"proved_at" timestamp with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "known_devices_pk" PRIMARY KEY("mobile","browser")
);

CREATE TABLE "leads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"first_name" varchar(40) NOT NULL,
	"last_name" varchar(80) NOT NULL,
	"company" varchar(40) NOT NULL,
	"email" varchar(80) NOT NULL,
	"phone" varchar(40) NOT NULL,
	"country" varchar(40) NOT NULL,
	"opt_in" boolean NOT NULL,
	"ret_url" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);

CREATE TABLE "localities" (
	"name" text NOT NULL,
	"state" text NOT NULL,
	"postcode" text NOT NULL,
	"rank" integer NOT NULL,
	CONSTRAINT "localities_key" PRIMARY KEY("name","state","postcode"),
	CONSTRAINT "localities_postcode" CHECK ("localities"."postcode" ~ '^[0-9]{4}$')
);

CREATE TABLE "locality_list" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"attribution" text NOT NULL,
	"loaded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "locality_list_one" CHECK ("locality_list"."id" = 1)
);

CREATE TABLE "message_pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"gift_card_id" bigint NOT NULL,
	"picture_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"words" jsonb,
	CONSTRAINT "message_pictures_gift_card_id_unique" UNIQUE("gift_card_id")
);

CREATE TABLE "messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"ref" text NOT NULL,
	"channel" text NOT NULL,
	"purpose" text NOT NULL,
	"recipient" text NOT NULL,
	"order_id" bigint,
	"gift_card_id" bigint,
	"delivery_attempt" integer,
	"refund_id" bigint,
	"shipment_id" bigint,
	"redemption_id" bigint,
	"seller_id" integer,
	"sign_in_code_id" bigint,
	"book_difference_id" bigint,
	"state" text NOT NULL,
	"provider_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"parts" integer,
	"error" text,
	"problem" text,
	"not_before" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "messages_ref_unique" UNIQUE("ref"),
	CONSTRAINT "messages_channel" CHECK ("messages"."channel" in ('sms', 'mms', 'email')),
	CONSTRAINT "messages_problem" CHECK ("messages"."problem" in ('number', 'opted_out', 'no_route', 'unreachable', 'blocked', 'carrier')),
	CONSTRAINT "messages_state" CHECK ("messages"."state" in ('queued', 'claimed', 'sent', 'delivered', 'failed', 'unknown', 'not_needed')),
	CONSTRAINT "messages_of_attempts" CHECK (("messages"."gift_card_id" is null) = ("messages"."delivery_attempt" is null)),
	CONSTRAINT "messages_of_codes" CHECK ("messages"."sign_in_code_id" is null or "messages"."purpose" = 'code'),
	CONSTRAINT "messages_parts" CHECK ("messages"."parts" > 0),
	CONSTRAINT "messages_claimed" CHECK ("messages"."state" <> 'claimed' or "messages"."claimed_at" is not null)
);

CREATE TABLE "mobile_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"customer_id" integer NOT NULL,
	"old_mobile" text NOT NULL,
	"new_mobile" text NOT NULL,
	"proof" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mobile_changes_proof" CHECK ("mobile_changes"."proof" in ('code', 'email'))
);

CREATE TABLE "operator_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"os_user" text NOT NULL,
	"acting_as" text DEFAULT '' NOT NULL,
	"operator_id" integer,
	"counter_key_id" bigint,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "operator_actions_actor" CHECK ("operator_actions"."actor" in ('machine', 'operator', 'seller person', 'key')),
	CONSTRAINT "operator_actions_operator_named" CHECK (("operator_actions"."actor" = 'operator') = ("operator_actions"."operator_id" is not null)),
	CONSTRAINT "operator_actions_key_named" CHECK (("operator_actions"."actor" = 'key') = ("operator_actions"."counter_key_id" is not null))
);

CREATE TABLE "operators" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"mobile" text NOT NULL,
	"name" text NOT NULL,
	"roles" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"disabled_at" timestamp with time zone,
	CONSTRAINT "operators_mobile_unique" UNIQUE("mobile"),
	CONSTRAINT "operators_roles" CHECK ("operators"."roles" <@ array['owner', 'risk', 'support', 'finance', 'catalogue', 'auditor'] and cardinality("operators"."roles") > 0)
);

CREATE TABLE "opt_outs" (
	"mobile" text NOT NULL,
	"sender" text NOT NULL,
	"word" text NOT NULL,
	"opted_out_at" timestamp with time zone NOT NULL,
	"opted_in_at" timestamp with time zone,
	CONSTRAINT "opt_outs_mobile_sender_pk" PRIMARY KEY("mobile","sender")
);

CREATE TABLE "option_values" (
	"attribute_id" integer NOT NULL,
	"attribute_code" text NOT NULL,
	"value_index" integer PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"label" text,
	"position" integer NOT NULL,
	"search_name" text GENERATED ALWAYS AS (search_fold("title")) STORED NOT NULL,
	CONSTRAINT "option_values_of_attribute" UNIQUE("value_index","attribute_code"),
	CONSTRAINT "option_values_attribute_code" CHECK ("option_values"."attribute_code" in ('color', 'size', 'gift_card_price')),
	CONSTRAINT "option_values_attribute" CHECK (("option_values"."attribute_id", "option_values"."attribute_code") in ((93, 'color'), (141, 'size'), (216, 'gift_card_price')))
);

CREATE TABLE "order_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"order_id" bigint NOT NULL,
	"product_id" integer NOT NULL,
	"variant_id" integer NOT NULL,
	"cart_line_id" bigint,
	"seller_id" integer NOT NULL,
	"sku" text NOT NULL,
	"name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"qty" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"gst_cents" integer NOT NULL,
	"gst_free" boolean DEFAULT false NOT NULL,
	"options" jsonb NOT NULL,
	"details_id" bigint,
	"is_giftcard" boolean NOT NULL,
	"card_validity_months" integer,
	CONSTRAINT "order_lines_details_id_unique" UNIQUE("details_id"),
	CONSTRAINT "order_lines_id_price" UNIQUE("id","price_cents"),
	CONSTRAINT "order_lines_card_validity" CHECK ("order_lines"."card_validity_months" is null or ("order_lines"."is_giftcard" and "order_lines"."card_validity_months" >= 36)),
	CONSTRAINT "order_lines_sum" CHECK ("order_lines"."total_cents" = "order_lines"."price_cents" * "order_lines"."qty" and "order_lines"."qty" > 0),
	CONSTRAINT "order_lines_gst" CHECK ("order_lines"."gst_cents" between 0 and "order_lines"."total_cents" and (not "order_lines"."is_giftcard" or "order_lines"."gst_cents" = 0)),
	CONSTRAINT "order_lines_card_has_details" CHECK ("order_lines"."is_giftcard" = ("order_lines"."details_id" is not null)),
	CONSTRAINT "order_lines_one_card_a_line" CHECK (not "order_lines"."is_giftcard" or "order_lines"."qty" = 1)
);

CREATE TABLE "order_sellers" (
	"order_id" bigint NOT NULL,
	"seller_id" integer NOT NULL,
	"goods_cents" integer NOT NULL,
	"shipping_cents" integer NOT NULL,
	"cards_cents" integer NOT NULL,
	"gift_card_tender_cents" integer DEFAULT 0 NOT NULL,
	"gst_registered" boolean DEFAULT true NOT NULL,
	"gst_cents" integer NOT NULL,
	"shipping_gst_cents" integer NOT NULL,
	"commission_bp" integer NOT NULL,
	"service_fee_bp" integer NOT NULL,
	"commission_cents" integer NOT NULL,
	"service_fee_cents" integer NOT NULL,
	CONSTRAINT "order_sellers_order_id_seller_id_pk" PRIMARY KEY("order_id","seller_id"),
	CONSTRAINT "order_sellers_sold" CHECK ("order_sellers"."goods_cents" >= 0 and "order_sellers"."shipping_cents" >= 0 and "order_sellers"."cards_cents" >= 0 and "order_sellers"."goods_cents" + "order_sellers"."cards_cents" > 0),
	CONSTRAINT "order_sellers_cards_buy_no_cards" CHECK ("order_sellers"."gift_card_tender_cents" between 0 and "order_sellers"."goods_cents" + "order_sellers"."shipping_cents"),
	CONSTRAINT "order_sellers_gst" CHECK ("order_sellers"."gst_cents" between 0 and "order_sellers"."goods_cents" and "order_sellers"."shipping_gst_cents" between 0 and "order_sellers"."shipping_cents"),
	CONSTRAINT "order_sellers_rates" CHECK ("order_sellers"."commission_bp" between 0 and 10000 and "order_sellers"."service_fee_bp" between 0 and 10000 and "order_sellers"."commission_cents" >= 0 and "order_sellers"."service_fee_cents" >= 0)
);

CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"number" integer,
	"cart_id" bigint NOT NULL,
	"customer_id" integer NOT NULL,
	"status" text NOT NULL,
	"customer_name" text NOT NULL,
	"campaign_id" text,
	"subtotal_cents" integer NOT NULL,
	"shipping_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"gst_cents" integer NOT NULL,
	"shipping_gst_cents" integer NOT NULL,
	"gift_card_tender_cents" integer DEFAULT 0 NOT NULL,
	"card_due_cents" integer NOT NULL,
	"shipping_address" jsonb NOT NULL,
	"billing_address" jsonb NOT NULL,
	"refusal_reason" text,
	"held_for" text,
	"created_at" timestamp with time zone NOT NULL,
	"placed_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"acknowledged_at" timestamp with time zone,
	CONSTRAINT "orders_number_unique" UNIQUE("number"),
	CONSTRAINT "orders_cart_id_unique" UNIQUE("cart_id"),
	CONSTRAINT "orders_status" CHECK ("orders"."status" in ('pending', 'declined', 'held', 'approved', 'refused', 'refunded')),
	CONSTRAINT "orders_held_for" CHECK ("orders"."held_for" in ('value', 'first order', 'velocity', 'declines', 'gift value', 'new device', 'card country', 'postcode check', 'security code check')),
	CONSTRAINT "orders_refusal_reason" CHECK ("orders"."refusal_reason" in ('fraud suspected', 'unlawful order', 'unverifiable', 'payment declined', 'suspended member')),
	CONSTRAINT "orders_total" CHECK ("orders"."total_cents" = "orders"."subtotal_cents" + "orders"."shipping_cents" and "orders"."subtotal_cents" > 0),
	CONSTRAINT "orders_gst" CHECK ("orders"."shipping_gst_cents" between 0 and "orders"."shipping_cents" and "orders"."gst_cents" between "orders"."shipping_gst_cents" and "orders"."total_cents"),
	CONSTRAINT "orders_tenders" CHECK ("orders"."gift_card_tender_cents" >= 0 and "orders"."gift_card_tender_cents" + "orders"."card_due_cents" = "orders"."total_cents" and ("orders"."card_due_cents" = 0 or "orders"."card_due_cents" >= 50)),
	CONSTRAINT "orders_number_when_placed" CHECK (("orders"."number" is null) = ("orders"."status" in ('pending', 'declined')))
);

CREATE TABLE "passkey_challenges" (
	"challenge_hash" text PRIMARY KEY NOT NULL,
	"customer_id" integer,
	"browser" text,
	"expires_at" timestamp with time zone NOT NULL
);

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

CREATE TABLE "payment_customers" (
	"customer_id" integer NOT NULL,
	"account" text NOT NULL,
	"provider_customer_id" text,
	"former_provider_customer_id" text,
	CONSTRAINT "payment_customers_pk" PRIMARY KEY("customer_id","account"),
	CONSTRAINT "payment_customers_customer" UNIQUE("account","provider_customer_id"),
	CONSTRAINT "payment_customers_account" CHECK ("payment_customers"."account" in ('sandbox', 'stripe-test', 'stripe-live'))
);

CREATE TABLE "payment_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"account" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"times_received" integer DEFAULT 1 NOT NULL,
	"claim" text,
	"claimed_at" timestamp with time zone,
	"settled_at" timestamp with time zone,
	"result" text,
	CONSTRAINT "payment_events_once" UNIQUE("account","event_id"),
	CONSTRAINT "payment_events_account" CHECK ("payment_events"."account" in ('sandbox', 'stripe-test', 'stripe-live'))
);

CREATE TABLE "payment_warnings" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"order_id" bigint NOT NULL,
	"payment_id" bigint NOT NULL,
	"provider_warning_id" text NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_warnings_provider_warning_id_unique" UNIQUE("provider_warning_id"),
	CONSTRAINT "payment_warnings_kind" CHECK ("payment_warnings"."kind" in ('early fraud warning', 'review')),
	CONSTRAINT "payment_warnings_state" CHECK ("payment_warnings"."state" in ('open', 'cleared'))
);

CREATE TABLE "payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"order_id" bigint NOT NULL,
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
	"error_code" text,
	"sender" text,
	"card_print" text,
	"typed_in" text,
	"security_code" boolean DEFAULT false NOT NULL,
	"declined_at" timestamp with time zone,
	"rechecked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "payments_provider_payment_id_unique" UNIQUE("provider_payment_id"),
	CONSTRAINT "payments_state" CHECK ("payments"."state" in ('started', 'requires_action', 'authorised', 'captured', 'declined', 'voided', 'refunded')),
	CONSTRAINT "payments_error_code" CHECK ("payments"."error_code" in ('card_declined', 'card_without_funds', 'payment_failed')),
	CONSTRAINT "payments_provider" CHECK ("payments"."provider" in ('sandbox', 'stripe-test', 'stripe-live')),
	CONSTRAINT "payments_currency" CHECK ("payments"."currency" in ('AUD')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0)
);

CREATE TABLE "demo"."phone_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"ref" text NOT NULL,
	"to" text NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"media_url" text,
	"purpose" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "phone_messages_ref_unique" UNIQUE("ref"),
	CONSTRAINT "phone_messages_kind" CHECK ("demo"."phone_messages"."kind" in ('sms', 'mms')),
	CONSTRAINT "phone_messages_purpose" CHECK ("demo"."phone_messages"."purpose" in ('code', 'gift', 'campaign', 'order')),
	CONSTRAINT "phone_messages_status" CHECK ("demo"."phone_messages"."status" in ('delivered'))
);

CREATE TABLE "phone_verifications" (
	"jti" text PRIMARY KEY NOT NULL,
	"mobile" text NOT NULL,
	"verified_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"registered_at" timestamp with time zone,
	"campaign_id" text,
	"product_id" integer,
	"client_key" text NOT NULL,
	"browser" text DEFAULT ''
);

CREATE TABLE "pictures" (
	"id" text PRIMARY KEY NOT NULL,
	"mime" text NOT NULL,
	"source" "bytea" NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"ground" text NOT NULL,
	"version" text NOT NULL
);

CREATE TABLE "product_categories" (
	"product_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
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

CREATE TABLE "product_words" (
	"word" text COLLATE "C" NOT NULL,
	"in_name" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"product_id" integer NOT NULL,
	CONSTRAINT "product_words_word_in_name_created_at_product_id_pk" PRIMARY KEY("word","in_name","created_at","product_id")
);

CREATE TABLE "products" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"sku" text NOT NULL,
	"own_sku" text,
	"handle" text,
	"name" text NOT NULL,
	"short_desc" text NOT NULL,
	"description" text NOT NULL,
	"type_id" text NOT NULL,
	"is_giftcard" boolean NOT NULL,
	"gst_free" boolean DEFAULT false NOT NULL,
	"seller_id" integer NOT NULL,
	"tab1" jsonb,
	"tab2" text,
	"tab3" jsonb,
	"visibility" text DEFAULT 'everywhere' NOT NULL,
	"card_has_pin" boolean DEFAULT false NOT NULL,
	"card_validity_months" integer DEFAULT 36 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"search_name" text GENERATED ALWAYS AS (search_fold("name")) STORED NOT NULL,
	"search_words" text GENERATED ALWAYS AS (search_fold("short_desc")) STORED NOT NULL,
	"lowest_cents" integer,
	CONSTRAINT "products_sku_unique" UNIQUE("sku"),
	CONSTRAINT "products_type" CHECK ("products"."type_id" in ('simple', 'configurable')),
	CONSTRAINT "products_visibility" CHECK ("products"."visibility" in ('everywhere', 'lists', 'search', 'link', 'off')),
	CONSTRAINT "products_giftcard_configurable" CHECK (not "products"."is_giftcard" or "products"."type_id" = 'configurable'),
	CONSTRAINT "products_card_three_years" CHECK ("products"."card_validity_months" >= 36)
);

CREATE TABLE "refund_shares" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"refund_id" bigint NOT NULL,
	"seller_id" integer NOT NULL,
	"order_line_id" bigint,
	"part" text NOT NULL,
	"cents" integer NOT NULL,
	"gst_cents" integer NOT NULL,
	"tender" text NOT NULL,
	CONSTRAINT "refund_shares_once" UNIQUE NULLS NOT DISTINCT("refund_id","seller_id","order_line_id","part","tender"),
	CONSTRAINT "refund_shares_part" CHECK ("refund_shares"."part" in ('goods', 'shipping', 'card')),
	CONSTRAINT "refund_shares_tender" CHECK ("refund_shares"."tender" in ('payment card', 'gift card')),
	CONSTRAINT "refund_shares_cents" CHECK ("refund_shares"."cents" > 0 and "refund_shares"."gst_cents" between 0 and "refund_shares"."cents"),
	CONSTRAINT "refund_shares_line" CHECK (("refund_shares"."part" = 'shipping') = ("refund_shares"."order_line_id" is null))
);

CREATE TABLE "refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"order_id" bigint NOT NULL,
	"payment_id" bigint,
	"tender" text DEFAULT 'payment card' NOT NULL,
	"order_line_id" bigint,
	"line_qty" integer,
	"restocked_qty" integer DEFAULT 0 NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"requested_by" text NOT NULL,
	"reason" text DEFAULT 'other' NOT NULL,
	"note" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"provider_refund_id" text,
	"error" text,
	"attempt" integer DEFAULT 1 NOT NULL,
	"broken_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refunds_amount" CHECK ("refunds"."amount_cents" > 0),
	CONSTRAINT "refunds_tender" CHECK ("refunds"."tender" in ('payment card', 'gift card')),
	CONSTRAINT "refunds_payment_of_tender" CHECK (("refunds"."tender" = 'payment card') = ("refunds"."payment_id" is not null)),
	CONSTRAINT "refunds_line_qty" CHECK ("refunds"."line_qty" is null or ("refunds"."line_qty" > 0 and "refunds"."order_line_id" is not null)),
	CONSTRAINT "refunds_restocked" CHECK ("refunds"."restocked_qty" between 0 and coalesce("refunds"."line_qty", 0)),
	CONSTRAINT "refunds_reason" CHECK ("refunds"."reason" in ('not available', 'damaged', 'not received', 'returned', 'order changed', 'goodwill', 'charged twice', 'other')),
	CONSTRAINT "refunds_state" CHECK ("refunds"."state" in ('queued', 'pending', 'succeeded', 'failed')),
	CONSTRAINT "refunds_requested_by" CHECK ("refunds"."requested_by" in ('operator', 'provider', 'shop'))
);

CREATE TABLE "demo"."sandbox_payment_methods" (
	"id" text PRIMARY KEY NOT NULL,
	"provider_customer_id" text,
	"behaviour" text NOT NULL,
	"brand" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_payment_methods_behaviour" CHECK ("demo"."sandbox_payment_methods"."behaviour" in ('pm_card_visa', 'pm_card_mastercard', 'pm_card_amex', 'pm_card_au', 'pm_card_avsZipFail', 'pm_card_cvcCheckFail', 'pm_card_chargeDeclined', 'pm_card_chargeDeclinedInsufficientFunds', 'pm_card_authenticationRequired'))
);

CREATE TABLE "demo"."sandbox_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"order_id" bigint NOT NULL,
	"provider_customer_id" text NOT NULL,
	"payment_method_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"save_card" boolean NOT NULL,
	"capture" boolean NOT NULL,
	"security_code" boolean DEFAULT false NOT NULL,
	"status" text NOT NULL,
	"error" text,
	"client_secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_payments_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "sandbox_payments_client_secret_unique" UNIQUE("client_secret"),
	CONSTRAINT "sandbox_payments_currency" CHECK ("demo"."sandbox_payments"."currency" in ('AUD')),
	CONSTRAINT "sandbox_payments_status" CHECK ("demo"."sandbox_payments"."status" in ('requires_confirmation', 'requires_action', 'requires_capture', 'succeeded', 'declined', 'canceled', 'refunded'))
);

CREATE TABLE "demo"."sandbox_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"idempotency_key" text NOT NULL,
	"payment_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_refunds_idempotency_key_unique" UNIQUE("idempotency_key"),
	CONSTRAINT "sandbox_refunds_amount" CHECK ("demo"."sandbox_refunds"."amount_cents" > 0)
);

CREATE TABLE "search_vocabulary" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL,
	"uses" integer NOT NULL
);

CREATE TABLE "sellers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"name" text NOT NULL,
	"shop_url" text NOT NULL,
	"description" text NOT NULL,
	"popup_description" text NOT NULL,
	"logo" text NOT NULL,
	"image" text NOT NULL,
	"supplied_by_image" text NOT NULL,
	"flat_shipping_cents" integer NOT NULL,
	"free_shipping_over_cents" integer,
	"gst_registered" boolean DEFAULT true NOT NULL,
	"sender_id" text,
	"contact_phone" text,
	"contact_email" text,
	"contact_site" text,
	"contact_address" text,
	"contact_hours" text,
	"search_name" text GENERATED ALWAYS AS (search_fold("name")) STORED NOT NULL,
	CONSTRAINT "sellers_shop_url_unique" UNIQUE("shop_url"),
	CONSTRAINT "sellers_shipping_not_negative" CHECK ("sellers"."flat_shipping_cents" >= 0),
	CONSTRAINT "sellers_contact_phone" CHECK ("sellers"."contact_phone" ~ '^\+?[0-9][0-9 ]{2,19}$'),
	CONSTRAINT "sellers_contact_site" CHECK ("sellers"."contact_site" ~ '^https://'),
	CONSTRAINT "sellers_sender_id" CHECK ("sellers"."sender_id" ~ '^[A-Za-z0-9]{3,11}$' and "sellers"."sender_id" ~ '[A-Za-z]')
);

CREATE TABLE "sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"customer_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"link" text,
	"browser" text,
	"by_passkey" boolean DEFAULT false NOT NULL,
	"passkey_since" timestamp with time zone,
	"device" text
);

CREATE TABLE "shipment_lines" (
	"shipment_id" bigint NOT NULL,
	"order_line_id" bigint NOT NULL,
	"qty" integer NOT NULL,
	CONSTRAINT "shipment_lines_shipment_id_order_line_id_pk" PRIMARY KEY("shipment_id","order_line_id"),
	CONSTRAINT "shipment_lines_qty" CHECK ("shipment_lines"."qty" > 0)
);

CREATE TABLE "shipments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"order_id" bigint NOT NULL,
	"seller_id" integer NOT NULL,
	"state" text NOT NULL,
	"carrier" text,
	"tracking" text,
	"created_at" timestamp with time zone NOT NULL,
	"packed_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	CONSTRAINT "shipments_state" CHECK ("shipments"."state" in ('packed', 'sent', 'received')),
	CONSTRAINT "shipments_packed" CHECK ("shipments"."state" <> 'packed' or ("shipments"."packed_at" is not null and "shipments"."sent_at" is null)),
	CONSTRAINT "shipments_sent" CHECK (("shipments"."state" in ('sent', 'received')) = ("shipments"."sent_at" is not null)),
	CONSTRAINT "shipments_received" CHECK (("shipments"."state" = 'received') = ("shipments"."received_at" is not null))
);

CREATE TABLE "sign_in_codes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"channel" text DEFAULT 'sms' NOT NULL,
	"mobile" text NOT NULL,
	"code_hash" text NOT NULL,
	"client_key" text NOT NULL,
	"prefix" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"most_tries" integer DEFAULT 5 NOT NULL,
	"closed_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"browser" text,
	"known_device" boolean DEFAULT false NOT NULL,
	"network_key" text,
	"allocation_key" text,
	"sent" boolean DEFAULT true NOT NULL,
	CONSTRAINT "sign_in_codes_channel" CHECK ("sign_in_codes"."channel" in ('sms', 'email')),
	CONSTRAINT "sign_in_codes_tries" CHECK ("sign_in_codes"."tries" between 0 and 5)
);

CREATE TABLE "templates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"mms_template_id" text NOT NULL,
	"name" text NOT NULL,
	"picture_id" text NOT NULL,
	"layout" jsonb NOT NULL,
	"occasion" text,
	CONSTRAINT "templates_mms_template_id_unique" UNIQUE("mms_template_id"),
	CONSTRAINT "templates_occasion" CHECK ("templates"."occasion" in ('birthday', 'thank-you', 'congratulations', 'new-baby', 'wedding', 'anniversary', 'new-home', 'christmas', 'good-luck', 'get-well', 'thinking-of-you'))
);

CREATE TABLE "used_human_check_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);

CREATE TABLE "variants" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"product_id" integer NOT NULL,
	"sku" text NOT NULL,
	"own_sku" text,
	"price_cents" integer NOT NULL,
	"max_price_cents" integer,
	"qty" integer NOT NULL,
	"off_qty" integer,
	"color" integer,
	"size" integer,
	"gift_card_price" integer,
	"picture_id" text,
	"color_attribute" text GENERATED ALWAYS AS ('color'::text) STORED NOT NULL,
	"size_attribute" text GENERATED ALWAYS AS ('size'::text) STORED NOT NULL,
	"gift_card_price_attribute" text GENERATED ALWAYS AS ('gift_card_price'::text) STORED NOT NULL,
	CONSTRAINT "variants_sku_unique" UNIQUE("sku"),
	CONSTRAINT "variants_one_per_choice" UNIQUE NULLS NOT DISTINCT("product_id","color","size","gift_card_price") DEFERRABLE INITIALLY IMMEDIATE,
	CONSTRAINT "variants_stock_never_below_zero" CHECK ("variants"."qty" >= 0),
	CONSTRAINT "variants_price_positive" CHECK ("variants"."price_cents" > 0),
	CONSTRAINT "variants_open_price" CHECK ("variants"."max_price_cents" is null or ("variants"."gift_card_price" is not null and "variants"."max_price_cents" >= "variants"."price_cents" and "variants"."price_cents" % 100 = 0 and "variants"."max_price_cents" % 100 = 0))
);

ALTER TABLE "addresses" ADD CONSTRAINT "addresses_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cart_gift_cards" ADD CONSTRAINT "cart_gift_cards_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cart_gift_cards" ADD CONSTRAINT "cart_gift_cards_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "carts" ADD CONSTRAINT "carts_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_entity_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("entity_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "counter_keys" ADD CONSTRAINT "counter_keys_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "customer_devices" ADD CONSTRAINT "customer_devices_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "customers" ADD CONSTRAINT "customers_default_billing_id_addresses_id_fk" FOREIGN KEY ("default_billing_id") REFERENCES "public"."addresses"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "customers" ADD CONSTRAINT "customers_default_shipping_id_addresses_id_fk" FOREIGN KEY ("default_shipping_id") REFERENCES "public"."addresses"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "email_codes" ADD CONSTRAINT "email_codes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "gift_card_accounts" ADD CONSTRAINT "gift_card_accounts_seller" FOREIGN KEY ("gift_card_id","seller_id") REFERENCES "public"."gift_cards"("id","seller_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_accounts" ADD CONSTRAINT "gift_card_accounts_worth_of_card" FOREIGN KEY ("gift_card_id","issued_cents") REFERENCES "public"."gift_cards"("id","value_cents") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_changes" ADD CONSTRAINT "gift_card_changes_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_changes" ADD CONSTRAINT "gift_card_changes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_details" ADD CONSTRAINT "gift_card_details_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_details" ADD CONSTRAINT "gift_card_details_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_details" ADD CONSTRAINT "gift_card_details_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_details" ADD CONSTRAINT "gift_card_details_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_gift_card_id_gift_card_accounts_gift_card_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_card_accounts"("gift_card_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_counter_key_id_counter_keys_id_fk" FOREIGN KEY ("counter_key_id") REFERENCES "public"."counter_keys"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_hold" FOREIGN KEY ("hold_id","gift_card_id") REFERENCES "public"."gift_card_holds"("id","gift_card_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_entries" ADD CONSTRAINT "gift_card_entries_redemption" FOREIGN KEY ("redemption_id","gift_card_id") REFERENCES "public"."gift_card_redemptions"("id","gift_card_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_holds" ADD CONSTRAINT "gift_card_holds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_holds" ADD CONSTRAINT "gift_card_holds_counter_key_id_counter_keys_id_fk" FOREIGN KEY ("counter_key_id") REFERENCES "public"."counter_keys"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_holds" ADD CONSTRAINT "gift_card_holds_own_seller" FOREIGN KEY ("gift_card_id","seller_id") REFERENCES "public"."gift_cards"("id","seller_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_pass_holders" ADD CONSTRAINT "gift_card_pass_holders_pass_id_gift_card_passes_pass_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."gift_card_passes"("pass_id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "gift_card_passes" ADD CONSTRAINT "gift_card_passes_account" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_card_accounts"("gift_card_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_redemptions" ADD CONSTRAINT "gift_card_redemptions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_redemptions" ADD CONSTRAINT "gift_card_redemptions_counter_key_id_counter_keys_id_fk" FOREIGN KEY ("counter_key_id") REFERENCES "public"."counter_keys"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_redemptions" ADD CONSTRAINT "gift_card_redemptions_own_seller" FOREIGN KEY ("gift_card_id","seller_id") REFERENCES "public"."gift_cards"("id","seller_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_redemptions" ADD CONSTRAINT "gift_card_redemptions_hold" FOREIGN KEY ("hold_id","gift_card_id") REFERENCES "public"."gift_card_holds"("id","gift_card_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_card_thanks" ADD CONSTRAINT "gift_card_thanks_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_details_id_gift_card_details_id_fk" FOREIGN KEY ("details_id") REFERENCES "public"."gift_card_details"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "gift_cards" ADD CONSTRAINT "gift_cards_worth_what_was_paid" FOREIGN KEY ("order_line_id","value_cents") REFERENCES "public"."order_lines"("id","price_cents") ON DELETE no action ON UPDATE no action;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_counter_key_id_counter_keys_id_fk" FOREIGN KEY ("counter_key_id") REFERENCES "public"."counter_keys"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "message_pictures" ADD CONSTRAINT "message_pictures_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "message_pictures" ADD CONSTRAINT "message_pictures_picture_key_composed_pictures_key_fk" FOREIGN KEY ("picture_key") REFERENCES "public"."composed_pictures"("key") ON DELETE no action ON UPDATE no action;
ALTER TABLE "messages" ADD CONSTRAINT "messages_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "messages" ADD CONSTRAINT "messages_gift_card_id_gift_cards_id_fk" FOREIGN KEY ("gift_card_id") REFERENCES "public"."gift_cards"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "messages" ADD CONSTRAINT "messages_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "messages" ADD CONSTRAINT "messages_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "messages" ADD CONSTRAINT "messages_redemption_id_gift_card_redemptions_id_fk" FOREIGN KEY ("redemption_id") REFERENCES "public"."gift_card_redemptions"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "messages" ADD CONSTRAINT "messages_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "messages" ADD CONSTRAINT "messages_sign_in_code_id_sign_in_codes_id_fk" FOREIGN KEY ("sign_in_code_id") REFERENCES "public"."sign_in_codes"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "messages" ADD CONSTRAINT "messages_book_difference_id_book_differences_id_fk" FOREIGN KEY ("book_difference_id") REFERENCES "public"."book_differences"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "mobile_changes" ADD CONSTRAINT "mobile_changes_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "operator_actions" ADD CONSTRAINT "operator_actions_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "operator_actions" ADD CONSTRAINT "operator_actions_counter_key_id_counter_keys_id_fk" FOREIGN KEY ("counter_key_id") REFERENCES "public"."counter_keys"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "public"."variants"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_cart_line_id_cart_lines_id_fk" FOREIGN KEY ("cart_line_id") REFERENCES "public"."cart_lines"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_details_id_gift_card_details_id_fk" FOREIGN KEY ("details_id") REFERENCES "public"."gift_card_details"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "order_sellers" ADD CONSTRAINT "order_sellers_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "order_sellers" ADD CONSTRAINT "order_sellers_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "orders" ADD CONSTRAINT "orders_cart_id_carts_id_fk" FOREIGN KEY ("cart_id") REFERENCES "public"."carts"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "passkey_challenges" ADD CONSTRAINT "passkey_challenges_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "payment_customers" ADD CONSTRAINT "payment_customers_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "payment_warnings" ADD CONSTRAINT "payment_warnings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payment_warnings" ADD CONSTRAINT "payment_warnings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "payments" ADD CONSTRAINT "payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "phone_verifications" ADD CONSTRAINT "phone_verifications_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE set null ON UPDATE no action;
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_category_id_categories_entity_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("entity_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "product_templates" ADD CONSTRAINT "product_templates_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "product_templates" ADD CONSTRAINT "product_templates_template_id_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."templates"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "products" ADD CONSTRAINT "products_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "products" ADD CONSTRAINT "products_tab2_pictures_id_fk" FOREIGN KEY ("tab2") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refund_shares" ADD CONSTRAINT "refund_shares_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refund_shares" ADD CONSTRAINT "refund_shares_seller_id_sellers_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."sellers"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refund_shares" ADD CONSTRAINT "refund_shares_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "demo"."sandbox_payments" ADD CONSTRAINT "sandbox_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "demo"."sandbox_payments" ADD CONSTRAINT "sandbox_payments_payment_method_id_sandbox_payment_methods_id_fk" FOREIGN KEY ("payment_method_id") REFERENCES "demo"."sandbox_payment_methods"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "demo"."sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_payment_id_sandbox_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "demo"."sandbox_payments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_logo_pictures_id_fk" FOREIGN KEY ("logo") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_image_pictures_id_fk" FOREIGN KEY ("image") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sellers" ADD CONSTRAINT "sellers_supplied_by_image_pictures_id_fk" FOREIGN KEY ("supplied_by_image") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_customer_id_customers_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customers"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_shipment_id_shipments_id_fk" FOREIGN KEY ("shipment_id") REFERENCES "public"."shipments"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "shipment_lines" ADD CONSTRAINT "shipment_lines_order_line_id_order_lines_id_fk" FOREIGN KEY ("order_line_id") REFERENCES "public"."order_lines"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "shipments" ADD CONSTRAINT "shipments_of_a_seller" FOREIGN KEY ("order_id","seller_id") REFERENCES "public"."order_sellers"("order_id","seller_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "templates" ADD CONSTRAINT "templates_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "variants" ADD CONSTRAINT "variants_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;
ALTER TABLE "variants" ADD CONSTRAINT "variants_picture_id_pictures_id_fk" FOREIGN KEY ("picture_id") REFERENCES "public"."pictures"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "variants" ADD CONSTRAINT "variants_color_value" FOREIGN KEY ("color","color_attribute") REFERENCES "public"."option_values"("value_index","attribute_code") ON DELETE no action ON UPDATE no action;
ALTER TABLE "variants" ADD CONSTRAINT "variants_size_value" FOREIGN KEY ("size","size_attribute") REFERENCES "public"."option_values"("value_index","attribute_code") ON DELETE no action ON UPDATE no action;
ALTER TABLE "variants" ADD CONSTRAINT "variants_gift_card_price_value" FOREIGN KEY ("gift_card_price","gift_card_price_attribute") REFERENCES "public"."option_values"("value_index","attribute_code") ON DELETE no action ON UPDATE no action;
CREATE INDEX "addresses_customer" ON "addresses" USING btree ("customer_id");
CREATE UNIQUE INDEX "alarms_open" ON "alarms" USING btree ("name") WHERE ended_at is null;
CREATE INDEX "book_differences_found" ON "book_differences" USING btree ("found_at");
CREATE INDEX "call_counts_expire" ON "call_counts" USING btree ("expire");
CREATE INDEX "campaign_links_mobile" ON "campaign_links" USING btree ("mobile","made_at");
CREATE INDEX "campaign_links_expires_at" ON "campaign_links" USING btree ("expires_at");
CREATE INDEX "cart_gift_cards_card" ON "cart_gift_cards" USING btree ("gift_card_id");
CREATE INDEX "cart_lines_cart" ON "cart_lines" USING btree ("cart_id");
CREATE INDEX "cart_lines_variant" ON "cart_lines" USING btree ("variant_id");
CREATE INDEX "carts_customer" ON "carts" USING btree ("customer_id");
CREATE UNIQUE INDEX "carts_one_open_a_customer" ON "carts" USING btree ("customer_id") WHERE state = 'open';
CREATE INDEX "categories_parent" ON "categories" USING btree ("parent_id");
CREATE INDEX "counter_keys_seller" ON "counter_keys" USING btree ("seller_id");
CREATE INDEX "customer_devices_last_at" ON "customer_devices" USING btree ("last_at");
CREATE UNIQUE INDEX "customers_email" ON "customers" USING btree (lower("email"));
CREATE INDEX "customers_unproved_email" ON "customers" USING btree (lower("unproved_email")) WHERE "customers"."unproved_email" is not null;
CREATE INDEX "customers_default_billing" ON "customers" USING btree ("default_billing_id");
CREATE INDEX "customers_default_shipping" ON "customers" USING btree ("default_shipping_id");
CREATE INDEX "decline_alarms_ends_at" ON "decline_alarms" USING btree ("ends_at");
CREATE INDEX "disputes_order" ON "disputes" USING btree ("order_id");
CREATE INDEX "disputes_payment" ON "disputes" USING btree ("payment_id");
CREATE INDEX "disputes_open" ON "disputes" USING btree ("updated_at") WHERE state = 'open';
CREATE INDEX "email_codes_email" ON "email_codes" USING btree ("email","sent_at");
CREATE INDEX "email_codes_client_key" ON "email_codes" USING btree ("client_key","sent_at");
CREATE INDEX "email_codes_sent" ON "email_codes" USING btree ("sent_at");
CREATE INDEX "email_codes_customer" ON "email_codes" USING btree ("customer_id");
CREATE INDEX "gift_card_accounts_expiring" ON "gift_card_accounts" USING btree ("expires_at") WHERE status = 'active';
CREATE INDEX "gift_card_accounts_value_after_expiry" ON "gift_card_accounts" USING btree ("gift_card_id") WHERE status = 'expired' and balance_cents > held_cents;
CREATE INDEX "gift_card_changes_card" ON "gift_card_changes" USING btree ("gift_card_id","created_at");
CREATE INDEX "gift_card_changes_customer" ON "gift_card_changes" USING btree ("customer_id","created_at");
CREATE INDEX "gift_card_changes_numbers" ON "gift_card_changes" USING btree ("created_at") WHERE old_mobile <> '' or new_mobile <> '';
CREATE INDEX "gift_card_details_cart" ON "gift_card_details" USING btree ("cart_id");
CREATE INDEX "gift_card_details_customer" ON "gift_card_details" USING btree ("customer_id");
CREATE INDEX "gift_card_details_product" ON "gift_card_details" USING btree ("product_id");
CREATE INDEX "gift_card_details_template" ON "gift_card_details" USING btree ("template_id");
CREATE INDEX "gift_card_details_recipient" ON "gift_card_details" USING btree ("recipient_mobile");
CREATE INDEX "gift_card_details_deleted" ON "gift_card_details" USING btree ("deleted_at") WHERE deleted_at is not null;
CREATE UNIQUE INDEX "gift_card_details_one_a_line" ON "gift_card_details" USING btree ("cart_item_id") WHERE deleted_at is null and cart_item_id is not null;
CREATE INDEX "gift_card_entries_counter_key_id" ON "gift_card_entries" USING btree ("counter_key_id");
CREATE INDEX "gift_card_entries_order_lines" ON "gift_card_entries" USING btree ("order_line_id");
CREATE INDEX "gift_card_entries_holds" ON "gift_card_entries" USING btree ("hold_id","gift_card_id");
CREATE INDEX "gift_card_entries_redemptions" ON "gift_card_entries" USING btree ("redemption_id","gift_card_id");
CREATE INDEX "gift_card_entries_refunds" ON "gift_card_entries" USING btree ("refund_id");
CREATE INDEX "gift_card_entries_disputes" ON "gift_card_entries" USING btree ("dispute_id");
CREATE INDEX "gift_card_entries_created_at" ON "gift_card_entries" USING brin ("created_at") WITH (autosummarize=true);
CREATE INDEX "gift_card_holds_card" ON "gift_card_holds" USING btree ("gift_card_id","seller_id");
CREATE INDEX "gift_card_holds_orders" ON "gift_card_holds" USING btree ("order_id");
CREATE INDEX "gift_card_holds_counter_key" ON "gift_card_holds" USING btree ("counter_key_id");
CREATE UNIQUE INDEX "gift_card_holds_one_live_an_order" ON "gift_card_holds" USING btree ("order_id","gift_card_id") WHERE channel = 'shop' and state in ('held', 'captured');
CREATE INDEX "gift_card_holds_to_lapse" ON "gift_card_holds" USING btree ("expires_at") WHERE state = 'held';
CREATE INDEX "gift_card_pass_holders_device_id" ON "gift_card_pass_holders" USING btree ("device_id");
CREATE INDEX "gift_card_pass_holders_outdated" ON "gift_card_pass_holders" USING btree ("due_at") WHERE outdated_at is not null;
CREATE INDEX "gift_card_passes_card" ON "gift_card_passes" USING btree ("gift_card_id");
CREATE INDEX "gift_card_redemptions_card" ON "gift_card_redemptions" USING btree ("gift_card_id","seller_id");
CREATE INDEX "gift_card_redemptions_orders" ON "gift_card_redemptions" USING btree ("order_id");
CREATE INDEX "gift_card_redemptions_counter_key" ON "gift_card_redemptions" USING btree ("counter_key_id");
CREATE INDEX "gift_card_redemptions_seller" ON "gift_card_redemptions" USING btree ("seller_id","id");
CREATE INDEX "gift_card_redemptions_seller_created_at" ON "gift_card_redemptions" USING btree ("seller_id","created_at");
CREATE INDEX "gift_cards_product" ON "gift_cards" USING btree ("product_id");
CREATE INDEX "gift_cards_seller" ON "gift_cards" USING btree ("seller_id");
CREATE INDEX "gift_cards_sealing_key" ON "gift_cards" USING btree ((case when strpos(sealed, '.') > 0 then split_part(sealed, '.', 1) else 'session' end));
CREATE INDEX "gift_cards_queued" ON "gift_cards" USING btree ("send_at") WHERE delivery_state = 'queued';
CREATE INDEX "idempotency_keys_counter_key" ON "idempotency_keys" USING btree ("counter_key_id");
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");
CREATE INDEX "known_devices_proved_at" ON "known_devices" USING btree ("proved_at");
CREATE INDEX "leads_address" ON "leads" USING btree ("address","created_at");
CREATE INDEX "leads_created_at" ON "leads" USING btree ("created_at");
CREATE INDEX "message_pictures_picture_key" ON "message_pictures" USING btree ("picture_key");
CREATE INDEX "messages_order" ON "messages" USING btree ("order_id");
CREATE INDEX "messages_gift_card" ON "messages" USING btree ("gift_card_id","delivery_attempt");
CREATE INDEX "messages_refund" ON "messages" USING btree ("refund_id");
CREATE INDEX "messages_shipment" ON "messages" USING btree ("shipment_id");
CREATE INDEX "messages_redemption" ON "messages" USING btree ("redemption_id");
CREATE INDEX "messages_seller" ON "messages" USING btree ("seller_id");
CREATE INDEX "messages_book_difference" ON "messages" USING btree ("book_difference_id");
CREATE INDEX "messages_sign_in_code" ON "messages" USING btree ("sign_in_code_id");
CREATE INDEX "messages_provider_id" ON "messages" USING btree ("provider_id");
CREATE INDEX "messages_claimed_at" ON "messages" USING btree ("claimed_at") WHERE state = 'claimed';
CREATE INDEX "messages_due" ON "messages" USING btree ("not_before") WHERE state = 'queued';
CREATE INDEX "messages_recipients" ON "messages" USING btree ("not_before") WHERE recipient <> '' and state not in ('queued', 'claimed');
CREATE INDEX "messages_codes" ON "messages" USING btree ("created_at") WHERE purpose = 'code';
CREATE INDEX "mobile_changes_customer" ON "mobile_changes" USING btree ("customer_id");
CREATE INDEX "mobile_changes_old_mobile" ON "mobile_changes" USING btree ("old_mobile","created_at");
CREATE INDEX "operator_actions_at" ON "operator_actions" USING btree ("at");
CREATE INDEX "operator_actions_subject" ON "operator_actions" USING btree ("subject");
CREATE INDEX "operator_actions_operator" ON "operator_actions" USING btree ("operator_id");
CREATE INDEX "operator_actions_counter_key" ON "operator_actions" USING btree ("counter_key_id");
CREATE INDEX "order_lines_order" ON "order_lines" USING btree ("order_id");
CREATE INDEX "order_lines_cart_line" ON "order_lines" USING btree ("cart_line_id");
CREATE INDEX "order_lines_product" ON "order_lines" USING btree ("product_id");
CREATE INDEX "order_lines_variant" ON "order_lines" USING btree ("variant_id");
CREATE INDEX "order_lines_seller" ON "order_lines" USING btree ("seller_id");
CREATE INDEX "order_sellers_seller" ON "order_sellers" USING btree ("seller_id");
CREATE INDEX "orders_customer" ON "orders" USING btree ("customer_id","created_at");
CREATE INDEX "orders_unacknowledged" ON "orders" USING btree ("customer_id","placed_at") WHERE acknowledged_at is null;
CREATE INDEX "orders_held" ON "orders" USING btree ("placed_at") WHERE status = 'held';
CREATE INDEX "orders_open" ON "orders" USING btree ("customer_id") WHERE status in ('pending', 'held');
CREATE INDEX "passkey_challenges_customer" ON "passkey_challenges" USING btree ("customer_id");
CREATE INDEX "passkey_challenges_expires_at" ON "passkey_challenges" USING btree ("expires_at");
CREATE INDEX "passkeys_customer" ON "passkeys" USING btree ("customer_id");
CREATE INDEX "payment_events_received" ON "payment_events" USING btree ("received_at");
CREATE INDEX "payment_warnings_order" ON "payment_warnings" USING btree ("order_id");
CREATE INDEX "payment_warnings_payment" ON "payment_warnings" USING btree ("payment_id");
CREATE INDEX "payment_warnings_open" ON "payment_warnings" USING btree ("updated_at") WHERE state = 'open';
CREATE UNIQUE INDEX "payments_one_live_an_order" ON "payments" USING btree ("order_id") WHERE state in ('started', 'requires_action', 'authorised', 'captured');
CREATE INDEX "payments_order" ON "payments" USING btree ("order_id");
CREATE INDEX "payments_created_at" ON "payments" USING btree ("created_at");
CREATE INDEX "payments_held" ON "payments" USING btree ("updated_at") WHERE state = 'authorised';
CREATE INDEX "payments_waiting" ON "payments" USING btree ("updated_at") WHERE state in ('started', 'requires_action');
CREATE INDEX "payments_declined" ON "payments" USING btree ("declined_at") WHERE declined_at is not null;
CREATE INDEX "payments_declined_of_sender" ON "payments" USING btree ("sender","declined_at") WHERE declined_at is not null;
CREATE INDEX "payments_declined_of_card" ON "payments" USING btree ("card_print","declined_at") WHERE declined_at is not null;
CREATE INDEX "payments_to_recheck" ON "payments" USING btree ("updated_at") WHERE state in ('declined', 'voided') and provider_payment_id is not null and rechecked_at is null;
CREATE INDEX "payments_with_sender" ON "payments" USING btree ("created_at") WHERE sender is not null;
CREATE INDEX "payments_of_sender" ON "payments" USING btree ("sender","created_at") WHERE sender is not null;
CREATE INDEX "payments_of_card" ON "payments" USING btree ("card_print","created_at") WHERE card_print is not null;
CREATE INDEX "phone_messages_to" ON "demo"."phone_messages" USING btree ("to","id");
CREATE INDEX "phone_verifications_mobile" ON "phone_verifications" USING btree ("mobile","expires_at");
CREATE INDEX "phone_verifications_product" ON "phone_verifications" USING btree ("product_id");
CREATE INDEX "product_categories_newest" ON "product_categories" USING btree ("category_id","created_at","product_id");
CREATE INDEX "product_pictures_picture" ON "product_pictures" USING btree ("picture_id");
CREATE INDEX "product_templates_template" ON "product_templates" USING btree ("template_id");
CREATE INDEX "products_newest" ON "products" USING btree ("is_giftcard","created_at","id") WHERE lowest_cents is not null and visibility in ('everywhere', 'lists');
CREATE INDEX "products_leading" ON "products" USING btree ("is_giftcard","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE lowest_cents is not null and visibility in ('everywhere', 'lists');
CREATE INDEX "products_created" ON "products" USING btree ("created_at","id") WHERE lowest_cents is not null;
CREATE INDEX "products_price" ON "products" USING btree ("lowest_cents","id") WHERE lowest_cents is not null;
CREATE INDEX "products_name" ON "products" USING btree ((left(search_name, 100)) collate "C","id") WHERE lowest_cents is not null;
CREATE INDEX "products_of_seller" ON "products" USING btree ("seller_id","created_at","id");
CREATE INDEX "products_tab2" ON "products" USING btree ("tab2");
CREATE INDEX "refund_shares_seller" ON "refund_shares" USING btree ("seller_id");
CREATE INDEX "refund_shares_line_of" ON "refund_shares" USING btree ("order_line_id");
CREATE INDEX "refunds_created_at" ON "refunds" USING btree ("created_at");
CREATE INDEX "refunds_line" ON "refunds" USING btree ("order_line_id");
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id");
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");
CREATE INDEX "refunds_pending" ON "refunds" USING btree ("updated_at") WHERE state = 'pending';
CREATE INDEX "refunds_queued" ON "refunds" USING btree ("updated_at") WHERE state = 'queued';
CREATE INDEX "sandbox_payment_methods_customer" ON "demo"."sandbox_payment_methods" USING btree ("provider_customer_id");
CREATE INDEX "sandbox_payments_method" ON "demo"."sandbox_payments" USING btree ("payment_method_id");
CREATE INDEX "sandbox_payments_order" ON "demo"."sandbox_payments" USING btree ("order_id");
CREATE INDEX "sandbox_refunds_payment" ON "demo"."sandbox_refunds" USING btree ("payment_id");
CREATE INDEX "sellers_logo" ON "sellers" USING btree ("logo");
CREATE INDEX "sellers_image" ON "sellers" USING btree ("image");
CREATE INDEX "sellers_supplied_by_image" ON "sellers" USING btree ("supplied_by_image");
CREATE INDEX "sessions_customer" ON "sessions" USING btree ("customer_id");
CREATE INDEX "sessions_expires_at" ON "sessions" USING btree ("expires_at");
CREATE INDEX "shipment_lines_line" ON "shipment_lines" USING btree ("order_line_id");
CREATE INDEX "shipments_order" ON "shipments" USING btree ("order_id","seller_id");
CREATE INDEX "sign_in_codes_network_key" ON "sign_in_codes" USING btree ("network_key","sent_at");
CREATE INDEX "sign_in_codes_known_device" ON "sign_in_codes" USING btree ("known_device","sent_at");
CREATE INDEX "sign_in_codes_mobile" ON "sign_in_codes" USING btree ("mobile","sent_at");
CREATE INDEX "sign_in_codes_client_key" ON "sign_in_codes" USING btree ("client_key","sent_at");
CREATE INDEX "sign_in_codes_prefix" ON "sign_in_codes" USING btree ("prefix","sent_at");
CREATE INDEX "sign_in_codes_sent" ON "sign_in_codes" USING btree ("sent_at");
CREATE INDEX "templates_picture" ON "templates" USING btree ("picture_id");
CREATE UNIQUE INDEX "variants_one_open_price" ON "variants" USING btree ("product_id") WHERE max_price_cents is not null;
CREATE INDEX "variants_color" ON "variants" USING btree ("color","color_attribute");
CREATE INDEX "variants_size" ON "variants" USING btree ("size","size_attribute");
CREATE INDEX "variants_gift_card_price" ON "variants" USING btree ("gift_card_price","gift_card_price_attribute");
CREATE INDEX "variants_picture" ON "variants" USING btree ("picture_id");

-- A JPEG is compressed already: to try it again costs time at every write.
ALTER TABLE "composed_pictures" ALTER COLUMN "jpeg" SET STORAGE EXTERNAL;

-- Each change of a word's number of uses writes its row again. With room in the page, the old row is cleared away by the
-- next one that comes.
ALTER TABLE "search_vocabulary" SET (fillfactor = 40);
