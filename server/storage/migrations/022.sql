CREATE TABLE "report_template_version" (
	"tenant_id" text NOT NULL,
	"template_id" bigint NOT NULL,
	"version_no" integer NOT NULL,
	"state" smallint NOT NULL,
	"paper" text NOT NULL,
	"content" jsonb NOT NULL,
	"content_sha256" text NOT NULL,
	"findings" jsonb,
	"editor_ids" bigint[] NOT NULL,
	"editor_name" text NOT NULL,
	"releaser_id" bigint,
	"releaser_name" text,
	"release_time" timestamp (0) with time zone,
	"reason" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "report_template_version_pk" PRIMARY KEY("tenant_id","template_id","version_no")
);

--> statement-breakpoint
CREATE TABLE "report_template" (
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
	"template_name" text,
	"panel_group_id" bigint,
	"laboratory_id" bigint,
	"report_kind" integer,
	"paper" text,
	"live_no" bigint,
	"draft_no" bigint,
	"remark" text,
	CONSTRAINT "report_template_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
ALTER TABLE "laboratory" ADD COLUMN "qualification" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "report_template_draft_uq" ON "report_template_version" USING btree ("tenant_id","template_id") WHERE state = 1;
--> statement-breakpoint
CREATE UNIQUE INDEX "report_template_live_uq" ON "report_template_version" USING btree ("tenant_id","template_id") WHERE state = 2;
--> statement-breakpoint
CREATE UNIQUE INDEX "report_template_template_name_uq" ON "report_template" USING btree ("tenant_id",lower("template_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "report_template_panel_group_id_ix" ON "report_template" USING btree ("tenant_id","panel_group_id");
--> statement-breakpoint
CREATE INDEX "report_template_laboratory_id_ix" ON "report_template" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "report_template_report_kind_ix" ON "report_template" USING btree ("tenant_id","report_kind");
--> statement-breakpoint
CREATE INDEX "report_template_change_ix" ON "report_template" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "report_template_order_ix" ON "report_template" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_template_grams_ix" ON "report_template" USING gin ("grams");
