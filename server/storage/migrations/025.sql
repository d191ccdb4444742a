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
CREATE TABLE "sms_message" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"owner_id" bigint NOT NULL,
	"is_resampling" smallint NOT NULL,
	"requisition_id" bigint NOT NULL,
	"requisition_code" text NOT NULL,
	"sample_code" text NOT NULL,
	"commodity_id" bigint,
	"contract_laboratory_id" bigint NOT NULL,
	"send_sample_client_id" bigint,
	"sms_config_id" bigint NOT NULL,
	"sms_platform_id" bigint,
	"is_sign" smallint NOT NULL,
	"telephone" text NOT NULL,
	"person_name" text,
	"sms_content" text NOT NULL,
	"qualitative_result" smallint,
	"report_type" smallint,
	"state" smallint NOT NULL,
	"why" smallint,
	"is_held" smallint DEFAULT 0 NOT NULL,
	"not_before" timestamp (0) with time zone,
	"tries" smallint DEFAULT 0 NOT NULL,
	"claim_no" integer DEFAULT 0 NOT NULL,
	"claim_time" timestamp (0) with time zone,
	"send_time" timestamp (0) with time zone,
	"report_time" timestamp (0) with time zone,
	"answer" text,
	"receipt_code" text,
	"receipt_time" timestamp (0) with time zone,
	"trace" jsonb NOT NULL,
	"mark_status" smallint DEFAULT 0 NOT NULL,
	"mark_user_id" bigint,
	"mark_user_name" text,
	"mark_reason" text,
	"mark_time" timestamp (0) with time zone,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sms_message_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "mail_message" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"report_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"report_no" text NOT NULL,
	"receiver_id" bigint,
	"receiver_name" text,
	"email" text,
	"mail_mode" smallint NOT NULL,
	"state" smallint NOT NULL,
	"is_held" smallint DEFAULT 0 NOT NULL,
	"not_before" timestamp (0) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"message_id" text NOT NULL,
	"answer" text,
	"send_time" timestamp (0) with time zone,
	"left_time" timestamp (0) with time zone,
	"reason" text,
	"user_id" bigint,
	"user_name" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mail_message_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "report_link" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"report_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"token_sha256" text NOT NULL,
	"channel" smallint NOT NULL,
	"receiver_name" text NOT NULL,
	"receiver_id" bigint,
	"mail_id" bigint,
	"expire_time" timestamp (0) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"open_time" timestamp (0) with time zone,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "report_link_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
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
CREATE TABLE "report_upload" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"sample_id" bigint NOT NULL,
	"sample_code" text NOT NULL,
	"laboratory_id" bigint NOT NULL,
	"entrusted_laboratory_id" bigint NOT NULL,
	"external_report_no" text,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"checks" jsonb NOT NULL,
	"report_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"upload_user_id" bigint NOT NULL,
	"upload_user_name" text NOT NULL,
	"reason" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "report_upload_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "cancer_guidance" (
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
	"cancer_type" text,
	"icd_code" text,
	"gene_symbol" text,
	"variant_class" text,
	"qualitative_result" integer,
	"sex" integer,
	"age_from" bigint,
	"age_to" bigint,
	"guidance" text,
	"drug_advice" text,
	"evidence_level" text,
	"citation" text,
	"author_id" bigint,
	"reviewer_id" bigint,
	"review_time" timestamp (0) with time zone,
	"print_time" timestamp (0) with time zone,
	CONSTRAINT "cancer_guidance_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
ALTER TABLE "report_view" ALTER COLUMN "user_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "report_version" ADD COLUMN "is_auto" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "report_version" ADD COLUMN "kept_back" jsonb;
--> statement-breakpoint
ALTER TABLE "report_version" ADD COLUMN "withdraw_reason" text;
--> statement-breakpoint
ALTER TABLE "report_version" ADD COLUMN "withdraw_time" timestamp (0) with time zone;
--> statement-breakpoint
ALTER TABLE "report_view" ADD COLUMN "link_id" bigint;
--> statement-breakpoint
ALTER TABLE "commodity" ADD COLUMN "notice_name" text;
--> statement-breakpoint
ALTER TABLE "sms_platform" ADD COLUMN "receipt_key" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "report_recall_receiver_uq" ON "report_recall" USING btree ("tenant_id","version_id","channel","receiver");
--> statement-breakpoint
CREATE INDEX "report_recall_time_ix" ON "report_recall" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_recall_open_ix" ON "report_recall" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id") WHERE state = 1;
--> statement-breakpoint
CREATE UNIQUE INDEX "sms_message_owner_uq" ON "sms_message" USING btree ("tenant_id","owner_id","sms_config_id","telephone");
--> statement-breakpoint
CREATE INDEX "sms_message_open_ix" ON "sms_message" USING btree ("tenant_id","state","not_before") WHERE state in (1, 2, 3, 6, 7);
--> statement-breakpoint
CREATE INDEX "sms_message_marked_ix" ON "sms_message" USING btree ("tenant_id","id") WHERE mark_status <> 0;
--> statement-breakpoint
CREATE INDEX "sms_message_laboratory_ix" ON "sms_message" USING btree ("tenant_id","contract_laboratory_id","create_time" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "sms_message_time_ix" ON "sms_message" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sms_message_send_ix" ON "sms_message" USING btree ("tenant_id","send_time");
--> statement-breakpoint
CREATE INDEX "sms_message_phone_ix" ON "sms_message" USING btree ("tenant_id","telephone","create_time");
--> statement-breakpoint
CREATE INDEX "sms_message_sample_ix" ON "sms_message" USING btree ("tenant_id","sample_code");
--> statement-breakpoint
CREATE UNIQUE INDEX "mail_message_receiver_uq" ON "mail_message" USING btree ("tenant_id","version_id","receiver_id") WHERE receiver_id is not null;
--> statement-breakpoint
CREATE INDEX "mail_message_due_ix" ON "mail_message" USING btree ("not_before","tenant_id","id") WHERE state = 2 and is_held = 0;
--> statement-breakpoint
CREATE INDEX "mail_message_version_ix" ON "mail_message" USING btree ("tenant_id","version_id");
--> statement-breakpoint
CREATE INDEX "mail_message_time_ix" ON "mail_message" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "mail_message_state_ix" ON "mail_message" USING btree ("tenant_id","state","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_link_token_uq" ON "report_link" USING btree ("token_sha256");
--> statement-breakpoint
CREATE INDEX "report_link_version_ix" ON "report_link" USING btree ("tenant_id","version_id");
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
CREATE INDEX "report_upload_time_ix" ON "report_upload" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_upload_sample_ix" ON "report_upload" USING btree ("tenant_id","sample_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "report_upload_bytes_ix" ON "report_upload" USING btree ("tenant_id","sha256");
--> statement-breakpoint
CREATE INDEX "report_upload_version_ix" ON "report_upload" USING btree ("tenant_id","version_id");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_variant_class_ix" ON "cancer_guidance" USING btree ("tenant_id","variant_class");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_qualitative_result_ix" ON "cancer_guidance" USING btree ("tenant_id","qualitative_result");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_author_id_ix" ON "cancer_guidance" USING btree ("tenant_id","author_id");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_reviewer_id_ix" ON "cancer_guidance" USING btree ("tenant_id","reviewer_id");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_change_ix" ON "cancer_guidance" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_order_ix" ON "cancer_guidance" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_grams_ix" ON "cancer_guidance" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "sample_unreported_ix" ON "sample" USING btree ("tenant_id","receive_time","id") WHERE lab_status < 108;
--> statement-breakpoint
CREATE INDEX "de_approval_report_ix" ON "de_approval" USING btree ("tenant_id","report_id") WHERE report_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "de_approval_open_uq" ON "de_approval" USING btree ("tenant_id","report_id") WHERE report_id is not null and state = 1;
--> statement-breakpoint
CREATE INDEX "report_version_auto_ix" ON "report_version" USING btree ("tenant_id","id") WHERE is_auto = 1;
