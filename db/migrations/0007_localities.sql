-- A full list of Australian localities, loaded by an operator; without it the shop's own short list serves.
CREATE TABLE "localities" (
	"name" text NOT NULL,
	"state" text NOT NULL,
	"postcode" text NOT NULL,
	"rank" integer NOT NULL,
	CONSTRAINT "localities_key" PRIMARY KEY ("name", "state", "postcode"),
	CONSTRAINT "localities_postcode" CHECK ("localities"."postcode" ~ '^[0-9]{4}$')
);

CREATE TABLE "locality_list" (
	"id" integer PRIMARY KEY NOT NULL DEFAULT 1,
	"attribution" text NOT NULL,
	"loaded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "locality_list_one" CHECK ("locality_list"."id" = 1)
);
