-- Requests for a demonstration, kept for the operator; the address serves the limit on requests.
CREATE TABLE "leads" (
	"id" serial PRIMARY KEY NOT NULL,
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

CREATE INDEX "leads_address" ON "leads" USING btree ("address","created_at");
