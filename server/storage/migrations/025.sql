CREATE TABLE "report_download" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"mode" text NOT NULL,
	"state" smallint NOT NULL,
	"total_count" integer NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"lines" jsonb NOT NULL,
	"sha256" text,
	"size" integer,
	"create_user" bigint NOT NULL,
	"create_user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"end_time" timestamp (0) with time zone,
	"until_time" timestamp (0) with time zone,
	CONSTRAINT "report_download_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "report_period" (
	"tenant_id" text NOT NULL,
	"task_id" bigint NOT NULL,
	"report_id" bigint NOT NULL,
	"requisition_id" bigint NOT NULL,
	"sample_id" bigint NOT NULL,
	"lab_code" text,
	"laboratory_id" bigint NOT NULL,
	"send_sample_client_id" bigint,
	"panel_group_id" bigint NOT NULL,
	"panel_ids" bigint[] NOT NULL,
	"commodity_ids" bigint[] NOT NULL,
	"is_open" smallint DEFAULT 0 NOT NULL,
	"sampling_time" timestamp (0) with time zone,
	"receive_time" timestamp (0) with time zone,
	"lab_receive_time" timestamp (0) with time zone NOT NULL,
	"begin_time" timestamp (0) with time zone NOT NULL,
	"second_audit_time" timestamp (0) with time zone NOT NULL,
	"report_time" timestamp (0) with time zone NOT NULL,
	"begin_node" smallint,
	"date_model" smallint,
	"internal_test_cycle" integer,
	"external_test_cycle" integer,
	"internal_overdue_time" timestamp (0) with time zone,
	"external_overdue_time" timestamp (0) with time zone,
	"actually_consume_cycle" integer,
	"exceed_internal" integer,
	"exceed_external" integer,
	"internally_status" smallint,
	"externally_status" smallint,
	"pre_testing_cycle" integer,
	"reporting_cycle" integer NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "report_period_pk" PRIMARY KEY("tenant_id","task_id")
);

--> statement-breakpoint
CREATE TABLE "report_print" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"report_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"pdf_sha256" text NOT NULL,
	"kind" smallint NOT NULL,
	"copies" integer NOT NULL,
	"reason" text,
	"handed_to" text,
	"courier_number" text,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "report_print_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE INDEX "report_download_own_ix" ON "report_download" USING btree ("tenant_id","create_user","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "report_download_file_ix" ON "report_download" USING btree ("tenant_id","sha256") WHERE sha256 is not null;
--> statement-breakpoint
CREATE INDEX "report_period_laboratory_ix" ON "report_period" USING btree ("tenant_id","laboratory_id","report_time" DESC NULLS FIRST,"task_id");
--> statement-breakpoint
CREATE INDEX "report_period_lab_code_ix" ON "report_period" USING btree ("tenant_id","lab_code");
--> statement-breakpoint
CREATE INDEX "report_period_report_ix" ON "report_period" USING btree ("tenant_id","report_id");
--> statement-breakpoint
CREATE INDEX "report_period_open_ix" ON "report_period" USING btree ("tenant_id","external_overdue_time") WHERE is_open = 1;
--> statement-breakpoint
CREATE INDEX "report_print_version_ix" ON "report_print" USING btree ("tenant_id","version_id","id");
--> statement-breakpoint
CREATE INDEX "report_print_report_ix" ON "report_print" USING btree ("tenant_id","report_id","id");
--> statement-breakpoint
CREATE INDEX "sample_unreported_ix" ON "sample" USING btree ("tenant_id","receive_time","id") WHERE lab_status < 108;
