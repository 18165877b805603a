-- What operators did, by which command, and when.
CREATE TABLE "operator_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"at" timestamp with time zone NOT NULL,
	"os_user" text NOT NULL,
	"acting_as" text DEFAULT '' NOT NULL,
	"operator_id" integer,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text DEFAULT '' NOT NULL
);
ALTER TABLE "operator_actions" ADD CONSTRAINT "operator_actions_operator_id_operators_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operators"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "operator_actions_at" ON "operator_actions" USING btree ("at");
CREATE INDEX "operator_actions_subject" ON "operator_actions" USING btree ("subject");
CREATE INDEX "operator_actions_operator" ON "operator_actions" USING btree ("operator_id");
