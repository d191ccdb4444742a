CREATE TABLE "erp_account" (
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
	"laboratory_id" bigint,
	"account_name" text,
	"erp_kind" integer,
	"url" text,
	"account_set" text,
	"user_name" text,
	"app_id" text,
	"app_secret" text,
	"organisation" text,
	"tax_rate" numeric(18, 2),
	"remark" text,
	CONSTRAINT "erp_account_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE INDEX "erp_account_laboratory_id_ix" ON "erp_account" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "erp_account_erp_kind_ix" ON "erp_account" USING btree ("tenant_id","erp_kind");
--> statement-breakpoint
CREATE INDEX "erp_account_change_ix" ON "erp_account" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "erp_account_order_ix" ON "erp_account" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "erp_account_grams_ix" ON "erp_account" USING gin ("grams");
