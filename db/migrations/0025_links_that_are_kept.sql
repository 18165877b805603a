-- Every personal link is kept with who made it. Those of the release before have no row until they are opened.
ALTER TABLE "campaign_links" ADD COLUMN "id" bigint GENERATED ALWAYS AS IDENTITY;
ALTER TABLE "campaign_links" ADD CONSTRAINT "campaign_links_id_unique" UNIQUE("id");
ALTER TABLE "campaign_links" ADD COLUMN "mobile" text DEFAULT '' NOT NULL;
ALTER TABLE "campaign_links" ADD COLUMN "campaign_id" text;
ALTER TABLE "campaign_links" ADD COLUMN "product_id" text;
ALTER TABLE "campaign_links" ADD COLUMN "made_by" text DEFAULT '' NOT NULL;
ALTER TABLE "campaign_links" ADD COLUMN "sent" boolean DEFAULT false NOT NULL;
ALTER TABLE "campaign_links" ADD COLUMN "made_at" timestamp with time zone DEFAULT now() NOT NULL;
ALTER TABLE "campaign_links" ADD COLUMN "expires_at" timestamp with time zone DEFAULT now() + interval '7 days' NOT NULL;
CREATE INDEX "campaign_links_mobile" ON "campaign_links" USING btree ("mobile","made_at");
CREATE INDEX "campaign_links_expires_at" ON "campaign_links" USING btree ("expires_at");
