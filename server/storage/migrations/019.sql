CREATE TABLE "qc_lot" (
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
	"panel_group_id" bigint,
	"control_kind" text,
	"material_name" text,
	"lot_no" text,
	"expire_date" date,
	"item_id" bigint,
	"metric" text,
	"target_source" integer,
	"mean" numeric(18, 4),
	"sd" numeric(18, 4),
	"is_required" smallint,
	"remark" text,
	CONSTRAINT "qc_lot_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "qc_limit" (
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
	"panel_group_id" bigint,
	"panel_id" bigint,
	"metric" text,
	"min_value" numeric(18, 4),
	"max_value" numeric(18, 4),
	"on_fail" integer,
	"basis" text,
	"remark" text,
	CONSTRAINT "qc_limit_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "judge_rule" (
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
	"panel_group_id" bigint,
	"judge_kind" text,
	"item_ids" bigint[],
	"grey_from" numeric(18, 2),
	"high_from" numeric(18, 2),
	"cut_off" bigint,
	"control_times" numeric(18, 2),
	"single_het_as" integer,
	"result_words" text,
	"remark" text,
	CONSTRAINT "judge_rule_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
ALTER TABLE "result_file_row" ADD COLUMN "person_name" text;
--> statement-breakpoint
ALTER TABLE "result_file_row" ADD COLUMN "control_kind" text;
--> statement-breakpoint
ALTER TABLE "result_file_row" ADD COLUMN "params" jsonb;
--> statement-breakpoint
ALTER TABLE "result_file_row" ADD COLUMN "seen_version" integer;
--> statement-breakpoint
ALTER TABLE "item" ADD COLUMN "delta_percent" numeric(18, 2);
--> statement-breakpoint
ALTER TABLE "result_template" ADD COLUMN "layout" integer;
--> statement-breakpoint
CREATE INDEX "qc_lot_laboratory_id_ix" ON "qc_lot" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "qc_lot_panel_group_id_ix" ON "qc_lot" USING btree ("tenant_id","panel_group_id");
--> statement-breakpoint
CREATE INDEX "qc_lot_control_kind_ix" ON "qc_lot" USING btree ("tenant_id","control_kind");
--> statement-breakpoint
CREATE INDEX "qc_lot_item_id_ix" ON "qc_lot" USING btree ("tenant_id","item_id");
--> statement-breakpoint
CREATE INDEX "qc_lot_change_ix" ON "qc_lot" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "qc_lot_order_ix" ON "qc_lot" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "qc_lot_grams_ix" ON "qc_lot" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "qc_limit_panel_group_id_ix" ON "qc_limit" USING btree ("tenant_id","panel_group_id");
--> statement-breakpoint
CREATE INDEX "qc_limit_panel_id_ix" ON "qc_limit" USING btree ("tenant_id","panel_id");
--> statement-breakpoint
CREATE INDEX "qc_limit_metric_ix" ON "qc_limit" USING btree ("tenant_id","metric");
--> statement-breakpoint
CREATE INDEX "qc_limit_on_fail_ix" ON "qc_limit" USING btree ("tenant_id","on_fail");
--> statement-breakpoint
CREATE INDEX "qc_limit_change_ix" ON "qc_limit" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "qc_limit_order_ix" ON "qc_limit" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "judge_rule_panel_group_id_ix" ON "judge_rule" USING btree ("tenant_id","panel_group_id");
--> statement-breakpoint
CREATE INDEX "judge_rule_judge_kind_ix" ON "judge_rule" USING btree ("tenant_id","judge_kind");
--> statement-breakpoint
CREATE INDEX "judge_rule_change_ix" ON "judge_rule" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "judge_rule_order_ix" ON "judge_rule" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
ALTER TABLE "result_file" DROP COLUMN "blob_id";
