CREATE TABLE "call_counts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone NOT NULL
);

CREATE INDEX "call_counts_expire" ON "call_counts" USING btree ("expire");
