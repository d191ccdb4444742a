CREATE TABLE "bi_page" (
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
	"page_name" text,
	"project_id" text,
	"page_id" text,
	"api_url" text,
	"secret_id" text,
	"secret_key" text,
	"url_template" text,
	"laboratory_param" text,
	"role_ids" bigint[],
	"remark" text,
	CONSTRAINT "bi_page_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
ALTER TABLE "expected_sample" ADD COLUMN "state_before" smallint;
--> statement-breakpoint
CREATE INDEX "bi_page_change_ix" ON "bi_page" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "bi_page_order_ix" ON "bi_page" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "bi_page_grams_ix" ON "bi_page" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "expected_sample_here_ix" ON "expected_sample" USING btree ("tenant_id","sample_id") WHERE sample_id is not null;
--> statement-breakpoint
CREATE INDEX "expected_sample_partner_ix" ON "expected_sample" USING btree ("tenant_id",lower(partner),"expect_time");
--> statement-breakpoint
CREATE INDEX "expected_sample_time_ix" ON "expected_sample" USING btree ("tenant_id","expect_time");
