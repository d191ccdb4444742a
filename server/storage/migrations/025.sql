CREATE TABLE "report_recall" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"report_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"channel" smallint NOT NULL,
	"receiver" text NOT NULL,
	"state" smallint DEFAULT 1 NOT NULL,
	"contact_way" smallint,
	"told_person" text,
	"told_time" timestamp (0) with time zone,
	"remark" text,
	"closer_id" bigint,
	"closer_name" text,
	"close_time" timestamp (0) with time zone,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "report_recall_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
ALTER TABLE "report_version" ADD COLUMN "is_auto" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "report_version" ADD COLUMN "kept_back" jsonb;
--> statement-breakpoint
ALTER TABLE "report_version" ADD COLUMN "withdraw_reason" text;
--> statement-breakpoint
ALTER TABLE "report_version" ADD COLUMN "withdraw_time" timestamp (0) with time zone;
--> statement-breakpoint
CREATE UNIQUE INDEX "report_recall_receiver_uq" ON "report_recall" USING btree ("tenant_id","version_id","channel","receiver");
--> statement-breakpoint
CREATE INDEX "report_recall_time_ix" ON "report_recall" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_recall_open_ix" ON "report_recall" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id") WHERE state = 1;
--> statement-breakpoint
CREATE INDEX "de_approval_report_ix" ON "de_approval" USING btree ("tenant_id","report_id") WHERE report_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "de_approval_open_uq" ON "de_approval" USING btree ("tenant_id","report_id") WHERE report_id is not null and state = 1;
--> statement-breakpoint
CREATE INDEX "report_version_auto_ix" ON "report_version" USING btree ("tenant_id","id") WHERE is_auto = 1;
