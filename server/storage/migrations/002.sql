CREATE TABLE "blob" (
	"tenant_id" text NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"mime" text NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"create_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"bound_time" timestamp (0) with time zone,
	"update_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blob_pk" PRIMARY KEY("tenant_id","sha256")
);

--> statement-breakpoint
CREATE TABLE "device_key" (
	"tenant_id" text NOT NULL,
	"device_id" text NOT NULL,
	"key_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"public_key" text NOT NULL,
	"create_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"revoked_time" timestamp (0) with time zone,
	CONSTRAINT "device_key_tenant_id_device_id_key_id_pk" PRIMARY KEY("tenant_id","device_id","key_id")
);

--> statement-breakpoint
CREATE TABLE "kept_act" (
	"op_id" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"device_id" text NOT NULL,
	"author_id" bigint NOT NULL,
	"courier_id" bigint,
	"type" text NOT NULL,
	"seq" bigint NOT NULL,
	"lanes" text[] NOT NULL,
	"op" text NOT NULL,
	"reason" text NOT NULL,
	"kept_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"decision" text,
	"decided_by" bigint,
	"decided_time" timestamp (0) with time zone,
	"decision_reason" text
);

--> statement-breakpoint
CREATE TABLE "device_alarm" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"device_id" text NOT NULL,
	"silent_since" timestamp (0) with time zone NOT NULL,
	"raised_time" timestamp (0) with time zone NOT NULL,
	"gap_count" bigint NOT NULL,
	"waiting" integer NOT NULL,
	"cleared_time" timestamp (0) with time zone,
	CONSTRAINT "device_alarm_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "device_explained" (
	"tenant_id" text NOT NULL,
	"device_id" text NOT NULL,
	"seq" bigint NOT NULL,
	"how" text NOT NULL,
	"user_id" bigint NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "device_explained_pk" PRIMARY KEY("tenant_id","device_id","seq")
);

--> statement-breakpoint
CREATE TABLE "device_gap" (
	"tenant_id" text NOT NULL,
	"device_id" text NOT NULL,
	"first_seq" bigint NOT NULL,
	"last_seq" bigint NOT NULL,
	CONSTRAINT "device_gap_pk" PRIMARY KEY("tenant_id","device_id","first_seq")
);

--> statement-breakpoint
CREATE TABLE "device_watch" (
	"tenant_id" text NOT NULL,
	"device_id" text NOT NULL,
	"device_name" text,
	"note" text,
	"counted_seq" bigint DEFAULT 0 NOT NULL,
	"gap_count" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "device_watch_pk" PRIMARY KEY("tenant_id","device_id")
);

--> statement-breakpoint
CREATE TABLE "process_task" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"kind" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"undoes" bigint,
	"state" smallint NOT NULL,
	"total_count" integer DEFAULT 0 NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"fault" text,
	"create_user" bigint NOT NULL,
	"create_user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"end_time" timestamp (0) with time zone,
	"undone_time" timestamp (0) with time zone,
	CONSTRAINT "process_task_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "work_calendar_day" (
	"tenant_id" text NOT NULL,
	"date" date NOT NULL,
	"kind" smallint NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"update_user" bigint,
	"update_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "work_calendar_day_pk" PRIMARY KEY("tenant_id","date")
);

--> statement-breakpoint
CREATE TABLE "requisition_image" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"image_key" text NOT NULL,
	"requisition_code" text NOT NULL,
	"page_no" smallint NOT NULL,
	"image_kind" smallint NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"mime" text NOT NULL,
	"note" text,
	"upload_user_id" bigint NOT NULL,
	"upload_user_name" text NOT NULL,
	"taken_time" timestamp (0) with time zone,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "requisition_image_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "number_block" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"segment_id" bigint NOT NULL,
	"first_number" bigint NOT NULL,
	"last_number" bigint NOT NULL,
	"state" smallint NOT NULL,
	"device_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"reserve_time" timestamp (0) with time zone NOT NULL,
	"close_time" timestamp (0) with time zone,
	"close_user_name" text,
	"close_reason" text,
	CONSTRAINT "number_block_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "number_cursor" (
	"tenant_id" text NOT NULL,
	"segment_id" bigint NOT NULL,
	"next_number" bigint NOT NULL,
	CONSTRAINT "number_cursor_pk" PRIMARY KEY("tenant_id","segment_id")
);

--> statement-breakpoint
CREATE TABLE "number_use" (
	"tenant_id" text NOT NULL,
	"segment_id" bigint NOT NULL,
	"number" bigint NOT NULL,
	"code" text NOT NULL,
	"block_id" bigint NOT NULL,
	"state" smallint NOT NULL,
	"device_id" text NOT NULL,
	"op_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"print_time" timestamp (0) with time zone NOT NULL,
	"print_count" integer DEFAULT 1 NOT NULL,
	"check_time" timestamp (0) with time zone,
	"spoil_reason" text,
	"bound_to" text,
	CONSTRAINT "number_use_pk" PRIMARY KEY("tenant_id","segment_id","number")
);

--> statement-breakpoint
CREATE TABLE "thirdparty_bind_entry" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"bar_code" text NOT NULL,
	"thirdparty_bar_code" text NOT NULL,
	"send_sample_client_id" bigint NOT NULL,
	"laboratory_id" bigint,
	"affiliation_id" bigint NOT NULL,
	"rule_id" bigint NOT NULL,
	"bind_user_id" bigint NOT NULL,
	"bind_user" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"release_user_id" bigint,
	"release_user" text,
	"release_time" timestamp (0) with time zone,
	"release_reason" text,
	CONSTRAINT "thirdparty_bind_entry_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "commodity_qualified" (
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
	"commodity_id" bigint,
	"execute_laboratory_id" bigint,
	"certificate_no" text,
	"valid_from" date,
	"valid_to" date,
	"remark" text,
	CONSTRAINT "commodity_qualified_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "price_policy" (
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
	"send_sample_client_id" bigint,
	"commodity_id" bigint,
	"agent_client_id" bigint,
	"bill_price" bigint,
	"contract_time_begin" date,
	"contract_time_end" date,
	"laboratory_id" bigint,
	"salesman_id" bigint,
	"bill_erp_code" text,
	"remark" text,
	CONSTRAINT "price_policy_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "laboratory_panel_group" (
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
	"segment_id" bigint,
	"leader" text,
	"remark" text,
	CONSTRAINT "laboratory_panel_group_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "conclusion" (
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
	"conclusion_code" text,
	"conclusion_name" text,
	"panel_group_id" bigint,
	"panel_id" bigint,
	"qualitative_result" integer,
	"content" text,
	"suggestion" text,
	"remark" text,
	CONSTRAINT "conclusion_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "terrace" (
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
	"terrace_code" text,
	"terrace_name" text,
	"panel_group_id" bigint,
	"principle" text,
	"remark" text,
	CONSTRAINT "terrace_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "instrument" (
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
	"instrument_code" text,
	"instrument_name" text,
	"laboratory_id" bigint,
	"terrace_id" bigint,
	"instrument_model" text,
	"manufacturer" text,
	"serial_number" text,
	"enable_date" date,
	"calibration_date" date,
	"location" text,
	"remark" text,
	CONSTRAINT "instrument_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "panel_test_cycle" (
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
	"panel_id" bigint,
	"laboratory_id" bigint,
	"begin_node" integer,
	"date_model" integer,
	"internal_test_cycle" bigint,
	"external_test_cycle" bigint,
	"remark" text,
	CONSTRAINT "panel_test_cycle_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "signature" (
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
	"user_id" bigint,
	"version_no" bigint,
	"signature_state" integer,
	"valid_from" date,
	"valid_to" date,
	"first_use_time" timestamp (0) with time zone,
	"image_sha256" text,
	"image_size" bigint,
	"remark" text,
	CONSTRAINT "signature_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "sign_user" (
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
	"user_id" bigint,
	"laboratory_id" bigint,
	"panel_group_id" bigint,
	"sign_level" integer,
	"valid_from" date,
	"valid_to" date,
	"remark" text,
	CONSTRAINT "sign_user_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "report_title" (
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
	"title_name" text,
	"send_sample_client_id" bigint,
	"is_default" smallint,
	"remark" text,
	CONSTRAINT "report_title_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "quality_index" (
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
	"index_code" text,
	"index_name" text,
	"parent_id" bigint,
	"phase" integer,
	"numerator" text,
	"denominator" text,
	"unit" text,
	"goal_side" integer,
	"goal" numeric(18, 2),
	"sort" bigint,
	"remark" text,
	CONSTRAINT "quality_index_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "result_template" (
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
	"file_name" text,
	"sheet_name" text,
	"header_row" bigint,
	"item_count" bigint,
	"columns" jsonb,
	"remark" text,
	CONSTRAINT "result_template_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "sms_config" (
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
	"sms_config_type" integer,
	"sms_config_code" text,
	"sms_config_name" text,
	"contract_laboratory_id" bigint,
	"send_sample_client_id" bigint,
	"commodity_ids" bigint[],
	"qualitative_result" integer,
	"send_type" integer,
	"is_resampling" smallint,
	"is_sign" smallint,
	"report_title_ids" bigint[],
	"sms_platform_id" bigint,
	"sms_content" text,
	"remark" text,
	CONSTRAINT "sms_config_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "sms_platform" (
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
	"platform_name" text,
	"resources_name" text,
	"signature" text,
	"url" text,
	"format" integer,
	"user_name" text,
	"password" text,
	"appkey" text,
	"success_text" text,
	"status" integer,
	"remark" text,
	CONSTRAINT "sms_platform_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "email_manage" (
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
	"dept_name" text,
	"email" text,
	"account" text,
	"password" text,
	"send_range" integer,
	"smtp_host" text,
	"smtp_port" bigint,
	"mail_security" integer,
	"remark" text,
	CONSTRAINT "email_manage_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "number_segment" (
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
	"segment_name" text,
	"code_type" integer,
	"laboratory_id" bigint,
	"send_sample_client_id" bigint,
	"prefix" text,
	"digits" bigint,
	"first_number" bigint,
	"last_number" bigint,
	"remark" text,
	CONSTRAINT "number_segment_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "thirdparty_affiliation" (
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
	"affiliation_name" text,
	"remark" text,
	CONSTRAINT "thirdparty_affiliation_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "thirdparty_rule" (
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
	"affiliation_id" bigint,
	"send_sample_client_id" bigint,
	"expense_type" integer,
	"thirdparty_code" text,
	"code_length" bigint,
	"remark" text,
	CONSTRAINT "thirdparty_rule_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
ALTER TABLE "client_op" ALTER COLUMN "courier_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "device" DROP CONSTRAINT "device_pkey";
--> statement-breakpoint
ALTER TABLE "device" ADD CONSTRAINT "device_tenant_id_device_id_pk" PRIMARY KEY("tenant_id","device_id");
--> statement-breakpoint
ALTER TABLE "client_op" ADD COLUMN "supersedes" text;
--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "last_courier_id" bigint;
--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "app_version" text;
--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "waiting" integer;
--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "oldest_waiting_at" timestamp (0) with time zone;
--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "credential_generation" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "revoked_time" timestamp (0) with time zone;
--> statement-breakpoint
ALTER TABLE "device" ADD COLUMN "create_time" timestamp (0) with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
CREATE INDEX "blob_loose_ix" ON "blob" USING btree ("update_time") WHERE bound_time is null;
--> statement-breakpoint
CREATE INDEX "kept_act_waiting_ix" ON "kept_act" USING btree ("tenant_id","decided_time","kept_time");
--> statement-breakpoint
CREATE UNIQUE INDEX "device_alarm_open_uq" ON "device_alarm" USING btree ("tenant_id","device_id") WHERE cleared_time is null;
--> statement-breakpoint
CREATE INDEX "device_alarm_time_ix" ON "device_alarm" USING btree ("tenant_id","raised_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "process_task_subject_ix" ON "process_task" USING btree ("tenant_id","kind","subject","create_time" DESC NULLS FIRST);
--> statement-breakpoint
CREATE UNIQUE INDEX "requisition_image_key_uq" ON "requisition_image" USING btree ("tenant_id","image_key");
--> statement-breakpoint
CREATE UNIQUE INDEX "requisition_image_page_uq" ON "requisition_image" USING btree ("tenant_id","requisition_code","sha256") WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "requisition_image_blob_ix" ON "requisition_image" USING btree ("tenant_id","sha256");
--> statement-breakpoint
CREATE INDEX "requisition_image_time_ix" ON "requisition_image" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "number_block_first_uq" ON "number_block" USING btree ("tenant_id","segment_id","first_number");
--> statement-breakpoint
CREATE INDEX "number_block_device_ix" ON "number_block" USING btree ("tenant_id","device_id","state");
--> statement-breakpoint
CREATE INDEX "number_block_time_ix" ON "number_block" USING btree ("tenant_id","reserve_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "number_use_code_uq" ON "number_use" USING btree ("tenant_id","code");
--> statement-breakpoint
CREATE INDEX "number_use_block_ix" ON "number_use" USING btree ("tenant_id","block_id","number");
--> statement-breakpoint
CREATE UNIQUE INDEX "thirdparty_bind_own_uq" ON "thirdparty_bind_entry" USING btree ("tenant_id","bar_code") WHERE release_time is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "thirdparty_bind_their_uq" ON "thirdparty_bind_entry" USING btree ("tenant_id","thirdparty_bar_code") WHERE release_time is null;
--> statement-breakpoint
CREATE INDEX "thirdparty_bind_time_ix" ON "thirdparty_bind_entry" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "thirdparty_bind_client_ix" ON "thirdparty_bind_entry" USING btree ("tenant_id","send_sample_client_id");
--> statement-breakpoint
CREATE INDEX "commodity_qualified_laboratory_id_ix" ON "commodity_qualified" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "commodity_qualified_commodity_id_ix" ON "commodity_qualified" USING btree ("tenant_id","commodity_id");
--> statement-breakpoint
CREATE INDEX "commodity_qualified_execute_laboratory_id_ix" ON "commodity_qualified" USING btree ("tenant_id","execute_laboratory_id");
--> statement-breakpoint
CREATE INDEX "commodity_qualified_change_ix" ON "commodity_qualified" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "commodity_qualified_order_ix" ON "commodity_qualified" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "price_policy_send_sample_client_id_ix" ON "price_policy" USING btree ("tenant_id","send_sample_client_id");
--> statement-breakpoint
CREATE INDEX "price_policy_commodity_id_ix" ON "price_policy" USING btree ("tenant_id","commodity_id");
--> statement-breakpoint
CREATE INDEX "price_policy_agent_client_id_ix" ON "price_policy" USING btree ("tenant_id","agent_client_id");
--> statement-breakpoint
CREATE INDEX "price_policy_laboratory_id_ix" ON "price_policy" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "price_policy_salesman_id_ix" ON "price_policy" USING btree ("tenant_id","salesman_id");
--> statement-breakpoint
CREATE INDEX "price_policy_change_ix" ON "price_policy" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "price_policy_order_ix" ON "price_policy" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "price_policy_grams_ix" ON "price_policy" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "laboratory_panel_group_laboratory_id_ix" ON "laboratory_panel_group" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "laboratory_panel_group_panel_group_id_ix" ON "laboratory_panel_group" USING btree ("tenant_id","panel_group_id");
--> statement-breakpoint
CREATE INDEX "laboratory_panel_group_segment_id_ix" ON "laboratory_panel_group" USING btree ("tenant_id","segment_id");
--> statement-breakpoint
CREATE INDEX "laboratory_panel_group_change_ix" ON "laboratory_panel_group" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "laboratory_panel_group_order_ix" ON "laboratory_panel_group" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "conclusion_conclusion_code_uq" ON "conclusion" USING btree ("tenant_id",lower("conclusion_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "conclusion_panel_group_id_ix" ON "conclusion" USING btree ("tenant_id","panel_group_id");
--> statement-breakpoint
CREATE INDEX "conclusion_panel_id_ix" ON "conclusion" USING btree ("tenant_id","panel_id");
--> statement-breakpoint
CREATE INDEX "conclusion_qualitative_result_ix" ON "conclusion" USING btree ("tenant_id","qualitative_result");
--> statement-breakpoint
CREATE INDEX "conclusion_change_ix" ON "conclusion" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "conclusion_order_ix" ON "conclusion" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "conclusion_grams_ix" ON "conclusion" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "terrace_terrace_code_uq" ON "terrace" USING btree ("tenant_id",lower("terrace_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "terrace_terrace_name_uq" ON "terrace" USING btree ("tenant_id",lower("terrace_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "terrace_panel_group_id_ix" ON "terrace" USING btree ("tenant_id","panel_group_id");
--> statement-breakpoint
CREATE INDEX "terrace_change_ix" ON "terrace" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "terrace_order_ix" ON "terrace" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "terrace_grams_ix" ON "terrace" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "instrument_instrument_code_uq" ON "instrument" USING btree ("tenant_id",lower("instrument_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "instrument_laboratory_id_ix" ON "instrument" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "instrument_terrace_id_ix" ON "instrument" USING btree ("tenant_id","terrace_id");
--> statement-breakpoint
CREATE INDEX "instrument_change_ix" ON "instrument" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "instrument_order_ix" ON "instrument" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "instrument_grams_ix" ON "instrument" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "panel_test_cycle_panel_id_ix" ON "panel_test_cycle" USING btree ("tenant_id","panel_id");
--> statement-breakpoint
CREATE INDEX "panel_test_cycle_laboratory_id_ix" ON "panel_test_cycle" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "panel_test_cycle_begin_node_ix" ON "panel_test_cycle" USING btree ("tenant_id","begin_node");
--> statement-breakpoint
CREATE INDEX "panel_test_cycle_date_model_ix" ON "panel_test_cycle" USING btree ("tenant_id","date_model");
--> statement-breakpoint
CREATE INDEX "panel_test_cycle_change_ix" ON "panel_test_cycle" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "panel_test_cycle_order_ix" ON "panel_test_cycle" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "signature_user_id_ix" ON "signature" USING btree ("tenant_id","user_id");
--> statement-breakpoint
CREATE INDEX "signature_signature_state_ix" ON "signature" USING btree ("tenant_id","signature_state");
--> statement-breakpoint
CREATE INDEX "signature_change_ix" ON "signature" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "signature_order_ix" ON "signature" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sign_user_user_id_ix" ON "sign_user" USING btree ("tenant_id","user_id");
--> statement-breakpoint
CREATE INDEX "sign_user_laboratory_id_ix" ON "sign_user" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "sign_user_panel_group_id_ix" ON "sign_user" USING btree ("tenant_id","panel_group_id");
--> statement-breakpoint
CREATE INDEX "sign_user_sign_level_ix" ON "sign_user" USING btree ("tenant_id","sign_level");
--> statement-breakpoint
CREATE INDEX "sign_user_change_ix" ON "sign_user" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "sign_user_order_ix" ON "sign_user" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_title_send_sample_client_id_ix" ON "report_title" USING btree ("tenant_id","send_sample_client_id");
--> statement-breakpoint
CREATE INDEX "report_title_is_default_ix" ON "report_title" USING btree ("tenant_id","is_default");
--> statement-breakpoint
CREATE INDEX "report_title_change_ix" ON "report_title" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "report_title_order_ix" ON "report_title" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_title_grams_ix" ON "report_title" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "quality_index_index_code_uq" ON "quality_index" USING btree ("tenant_id",lower("index_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "quality_index_parent_id_ix" ON "quality_index" USING btree ("tenant_id","parent_id");
--> statement-breakpoint
CREATE INDEX "quality_index_phase_ix" ON "quality_index" USING btree ("tenant_id","phase");
--> statement-breakpoint
CREATE INDEX "quality_index_change_ix" ON "quality_index" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "quality_index_order_ix" ON "quality_index" USING btree ("tenant_id","sort" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "quality_index_grams_ix" ON "quality_index" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "result_template_template_name_uq" ON "result_template" USING btree ("tenant_id",lower("template_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "result_template_panel_group_id_ix" ON "result_template" USING btree ("tenant_id","panel_group_id");
--> statement-breakpoint
CREATE INDEX "result_template_change_ix" ON "result_template" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "result_template_order_ix" ON "result_template" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "result_template_grams_ix" ON "result_template" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "sms_config_sms_config_code_uq" ON "sms_config" USING btree ("tenant_id",lower("sms_config_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "sms_config_sms_config_name_uq" ON "sms_config" USING btree ("tenant_id",lower("sms_config_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "sms_config_contract_laboratory_id_ix" ON "sms_config" USING btree ("tenant_id","contract_laboratory_id");
--> statement-breakpoint
CREATE INDEX "sms_config_send_sample_client_id_ix" ON "sms_config" USING btree ("tenant_id","send_sample_client_id");
--> statement-breakpoint
CREATE INDEX "sms_config_qualitative_result_ix" ON "sms_config" USING btree ("tenant_id","qualitative_result");
--> statement-breakpoint
CREATE INDEX "sms_config_send_type_ix" ON "sms_config" USING btree ("tenant_id","send_type");
--> statement-breakpoint
CREATE INDEX "sms_config_sms_platform_id_ix" ON "sms_config" USING btree ("tenant_id","sms_platform_id");
--> statement-breakpoint
CREATE INDEX "sms_config_change_ix" ON "sms_config" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "sms_config_order_ix" ON "sms_config" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sms_config_grams_ix" ON "sms_config" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "sms_platform_platform_name_uq" ON "sms_platform" USING btree ("tenant_id",lower("platform_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "sms_platform_status_ix" ON "sms_platform" USING btree ("tenant_id","status");
--> statement-breakpoint
CREATE INDEX "sms_platform_change_ix" ON "sms_platform" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "sms_platform_order_ix" ON "sms_platform" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sms_platform_grams_ix" ON "sms_platform" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "email_manage_laboratory_id_ix" ON "email_manage" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "email_manage_send_range_ix" ON "email_manage" USING btree ("tenant_id","send_range");
--> statement-breakpoint
CREATE INDEX "email_manage_change_ix" ON "email_manage" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "email_manage_order_ix" ON "email_manage" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "email_manage_grams_ix" ON "email_manage" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "number_segment_segment_name_uq" ON "number_segment" USING btree ("tenant_id",lower("segment_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "number_segment_code_type_ix" ON "number_segment" USING btree ("tenant_id","code_type");
--> statement-breakpoint
CREATE INDEX "number_segment_laboratory_id_ix" ON "number_segment" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "number_segment_send_sample_client_id_ix" ON "number_segment" USING btree ("tenant_id","send_sample_client_id");
--> statement-breakpoint
CREATE INDEX "number_segment_change_ix" ON "number_segment" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "number_segment_order_ix" ON "number_segment" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "number_segment_grams_ix" ON "number_segment" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "thirdparty_affiliation_affiliation_name_uq" ON "thirdparty_affiliation" USING btree ("tenant_id",lower("affiliation_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "thirdparty_affiliation_change_ix" ON "thirdparty_affiliation" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "thirdparty_affiliation_order_ix" ON "thirdparty_affiliation" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "thirdparty_affiliation_grams_ix" ON "thirdparty_affiliation" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "thirdparty_rule_affiliation_id_ix" ON "thirdparty_rule" USING btree ("tenant_id","affiliation_id");
--> statement-breakpoint
CREATE INDEX "thirdparty_rule_send_sample_client_id_ix" ON "thirdparty_rule" USING btree ("tenant_id","send_sample_client_id");
--> statement-breakpoint
CREATE INDEX "thirdparty_rule_expense_type_ix" ON "thirdparty_rule" USING btree ("tenant_id","expense_type");
--> statement-breakpoint
CREATE INDEX "thirdparty_rule_change_ix" ON "thirdparty_rule" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "thirdparty_rule_order_ix" ON "thirdparty_rule" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "thirdparty_rule_grams_ix" ON "thirdparty_rule" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "client_op_exception_ix" ON "client_op" USING btree ("tenant_id","server_time") WHERE status in ('refused', 'conflict');
--> statement-breakpoint
CREATE INDEX "client_op_supersedes_ix" ON "client_op" USING btree ("tenant_id","supersedes") WHERE supersedes is not null;
