CREATE TABLE "hpo_term" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"is_disable" smallint DEFAULT 0 NOT NULL,
	"create_user" bigint,
	"create_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"update_user" bigint,
	"update_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"change_seq" bigint DEFAULT 0 NOT NULL,
	"grams" text[],
	"search_key" text,
	"term_code" text,
	"term_name" text,
	"english_name" text,
	CONSTRAINT "hpo_term_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE UNIQUE INDEX "hpo_term_term_code_uq" ON "hpo_term" USING btree ("tenant_id",lower("term_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "hpo_term_change_ix" ON "hpo_term" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "hpo_term_order_ix" ON "hpo_term" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "hpo_term_grams_ix" ON "hpo_term" USING gin ("grams");
