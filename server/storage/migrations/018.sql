CREATE TABLE "de_approval" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"task_ids" bigint[] NOT NULL,
	"report_id" bigint,
	"de_approval_type" smallint NOT NULL,
	"de_approval_operate" smallint NOT NULL,
	"reason" text NOT NULL,
	"applicant_id" bigint NOT NULL,
	"applicant_name" text NOT NULL,
	"operator_id" bigint,
	"operator_name" text,
	"opinion" text,
	"decide_time" timestamp (0) with time zone,
	"state" smallint DEFAULT 1 NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "de_approval_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "lab_process_record" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"kind" smallint NOT NULL,
	"task_ids" bigint[] NOT NULL,
	"sample_id" bigint NOT NULL,
	"sample_code" text NOT NULL,
	"lab_code" text,
	"requisition_id" bigint NOT NULL,
	"requisition_code" text NOT NULL,
	"laboratory_id" bigint NOT NULL,
	"commodity_ids" bigint[] NOT NULL,
	"send_sample_client_id" bigint,
	"salesman_id" bigint,
	"reason_code" text,
	"reason" text NOT NULL,
	"states_before" jsonb NOT NULL,
	"is_billable" smallint,
	"notify" smallint,
	"promised_time" timestamp (0) with time zone,
	"new_sample_id" bigint,
	"new_sample_code" text,
	"state" smallint DEFAULT 1 NOT NULL,
	"closer_id" bigint,
	"closer_name" text,
	"close_reason" text,
	"close_file_id" bigint,
	"close_time" timestamp (0) with time zone,
	"create_user" bigint NOT NULL,
	"create_user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lab_process_record_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "lab_process_track" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"record_id" bigint NOT NULL,
	"content" text NOT NULL,
	"contact_way" smallint,
	"contact_name" text,
	"next_time" timestamp (0) with time zone,
	"create_user" bigint NOT NULL,
	"create_user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "lab_process_track_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "lab_task_round" (
	"tenant_id" text NOT NULL,
	"task_id" bigint NOT NULL,
	"round" integer NOT NULL,
	"kind" smallint NOT NULL,
	"reason_code" text,
	"reason" text,
	"material_sample_id" bigint,
	"from_batch_id" bigint,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "lab_task_round_pk" PRIMARY KEY("tenant_id","task_id","round")
);

--> statement-breakpoint
CREATE TABLE "lab_task" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"requisition_id" bigint NOT NULL,
	"requisition_code" text NOT NULL,
	"sample_id" bigint NOT NULL,
	"sample_code" text NOT NULL,
	"lab_code" text,
	"laboratory_id" bigint NOT NULL,
	"panel_group_id" bigint NOT NULL,
	"commodity_ids" bigint[] NOT NULL,
	"panel_ids" bigint[] NOT NULL,
	"item_ids" bigint[] NOT NULL,
	"task_state" smallint NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"next_step" smallint,
	"batch_id" bigint,
	"is_urgent" smallint DEFAULT 0 NOT NULL,
	"result_version" integer DEFAULT 0 NOT NULL,
	"detection_result" smallint,
	"signals" text[] DEFAULT '{}' NOT NULL,
	"check_time_one" timestamp (0) with time zone,
	"check_user_id_one" bigint,
	"check_user_name_one" text,
	"check_time_two" timestamp (0) with time zone,
	"check_user_id_two" bigint,
	"check_user_name_two" text,
	"lab_receive_time" timestamp (0) with time zone NOT NULL,
	"begin_node" smallint,
	"date_model" smallint,
	"internal_test_cycle" integer,
	"external_test_cycle" integer,
	"internal_due_time" timestamp (0) with time zone,
	"external_due_time" timestamp (0) with time zone,
	"promised_time" timestamp (0) with time zone,
	"due_steps" jsonb,
	"paused_time" timestamp (0) with time zone,
	"is_legacy" smallint DEFAULT 0 NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lab_task_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "result_audit" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"task_id" bigint NOT NULL,
	"result_version" integer NOT NULL,
	"level" smallint NOT NULL,
	"result" smallint NOT NULL,
	"opinion" text,
	"sign_user_id" bigint NOT NULL,
	"sign_user_name" text NOT NULL,
	"signature_version" text,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"is_void" smallint DEFAULT 0 NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "result_audit_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "lab_batch_place" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"rule_id" bigint NOT NULL,
	"seq" integer NOT NULL,
	"well" text,
	"kind" smallint NOT NULL,
	"task_id" bigint,
	"qc_lot_id" bigint,
	"round" integer,
	"lane" text,
	"library_code" text,
	"index1" text,
	"index2" text,
	"dna_conc" numeric(18, 4),
	"lib_conc" numeric(18, 4),
	"quant_conc" numeric(18, 4),
	"pool_conc" numeric(18, 4),
	"volume" numeric(18, 4),
	"dilution" numeric(18, 4),
	"expected_data" numeric(18, 4),
	"reason" text,
	"state" smallint DEFAULT 1 NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lab_batch_place_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "lab_batch" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"batch" text NOT NULL,
	"day_number" integer NOT NULL,
	"total_number" integer DEFAULT 0 NOT NULL,
	"operator_id" bigint NOT NULL,
	"operator" text NOT NULL,
	"reviewer_id" bigint,
	"reviewer" text,
	"is_submit" smallint DEFAULT 0 NOT NULL,
	"submit_time" timestamp (0) with time zone,
	"batch_kind" smallint NOT NULL,
	"line" text NOT NULL,
	"laboratory_id" bigint NOT NULL,
	"panel_group_id" bigint NOT NULL,
	"instrument_id" bigint,
	"plate_format" smallint NOT NULL,
	"chip_id" text,
	"chip_type" text,
	"start_time" timestamp (0) with time zone,
	"expected_end_time" timestamp (0) with time zone,
	"end_time" timestamp (0) with time zone,
	"server" text,
	"is_index_reversed" smallint DEFAULT 0 NOT NULL,
	"kit_lots" jsonb,
	"remark" text,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	"create_user" bigint NOT NULL,
	"create_user_name" text NOT NULL,
	"update_user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "lab_batch_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "qc_point" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"qc_lot_id" bigint NOT NULL,
	"rule_id" bigint,
	"file_id" bigint,
	"well" text,
	"value" text NOT NULL,
	"number" numeric(18, 4),
	"z" numeric(18, 4),
	"verdict" smallint NOT NULL,
	"rules" text[] NOT NULL,
	"excluded_reason" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "qc_point_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "lab_finding" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"task_id" bigint NOT NULL,
	"name" text NOT NULL,
	"name_en" text,
	"finding_class" text,
	"reads" integer,
	"rpm" numeric(18, 4),
	"coverage" numeric(9, 4),
	"abundance" numeric(9, 4),
	"confidence" text,
	"drug" text,
	"is_reported" smallint DEFAULT 0 NOT NULL,
	"grams" text[],
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "lab_finding_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "lab_result" (
	"tenant_id" text NOT NULL,
	"task_id" bigint NOT NULL,
	"item_id" bigint NOT NULL,
	"id" bigint NOT NULL,
	"item_code" text NOT NULL,
	"item_name" text NOT NULL,
	"unit" text,
	"value" text NOT NULL,
	"number" numeric(24, 8),
	"comparator" text,
	"result_status" text,
	"reference_range" text,
	"is_edited" smallint DEFAULT 0 NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "lab_result_pk" PRIMARY KEY("tenant_id","task_id","item_id")
);

--> statement-breakpoint
CREATE TABLE "lab_result_version" (
	"tenant_id" text NOT NULL,
	"task_id" bigint NOT NULL,
	"no" integer NOT NULL,
	"round" integer NOT NULL,
	"source" smallint NOT NULL,
	"file_id" bigint,
	"line" integer,
	"values" jsonb NOT NULL,
	"metrics" jsonb NOT NULL,
	"findings" jsonb NOT NULL,
	"conclusion" jsonb,
	"detection_result" smallint,
	"author_id" bigint NOT NULL,
	"author_name" text NOT NULL,
	"reason" text,
	"superseded_by" integer,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "lab_result_version_pk" PRIMARY KEY("tenant_id","task_id","no")
);

--> statement-breakpoint
CREATE TABLE "result_file_row" (
	"tenant_id" text NOT NULL,
	"file_id" bigint NOT NULL,
	"line" integer NOT NULL,
	"task_id" bigint,
	"qc_lot_id" bigint,
	"code" text,
	"well" text,
	"cells" jsonb NOT NULL,
	"verdict" text NOT NULL,
	"errors" text[] NOT NULL,
	"warnings" text[] NOT NULL,
	"decision" text,
	"reason" text,
	"done_time" timestamp (0) with time zone,
	"refusal" text,
	CONSTRAINT "result_file_row_pk" PRIMARY KEY("tenant_id","file_id","line")
);

--> statement-breakpoint
CREATE TABLE "result_file" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"blob_id" bigint NOT NULL,
	"panel_group_id" bigint NOT NULL,
	"laboratory_id" bigint NOT NULL,
	"result_template_id" bigint NOT NULL,
	"rule_id" bigint,
	"total_count" integer DEFAULT 0 NOT NULL,
	"process_count" integer DEFAULT 0 NOT NULL,
	"error_count" integer DEFAULT 0 NOT NULL,
	"read_state" smallint NOT NULL,
	"read_result" smallint,
	"read_message" text,
	"import_state" smallint NOT NULL,
	"import_result" smallint,
	"import_message" text,
	"import_time" timestamp (0) with time zone,
	"gate" smallint,
	"gate_reasons" jsonb,
	"missing_task_ids" bigint[],
	"release_user_id" bigint,
	"release_user_name" text,
	"release_reason" text,
	"release_time" timestamp (0) with time zone,
	"upload_user_id" bigint NOT NULL,
	"upload_user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "result_file_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
ALTER TABLE "sample" ADD COLUMN "primary_sample_id" bigint;
--> statement-breakpoint
CREATE INDEX "de_approval_time_ix" ON "de_approval" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "de_approval_task_ix" ON "de_approval" USING gin ("task_ids");
--> statement-breakpoint
CREATE INDEX "lab_process_record_kind_ix" ON "lab_process_record" USING btree ("tenant_id","kind","state","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "lab_process_record_sample_ix" ON "lab_process_record" USING btree ("tenant_id","sample_id");
--> statement-breakpoint
CREATE INDEX "lab_process_record_new_sample_ix" ON "lab_process_record" USING btree ("tenant_id","new_sample_code") WHERE new_sample_code is not null;
--> statement-breakpoint
CREATE INDEX "lab_process_track_record_ix" ON "lab_process_track" USING btree ("tenant_id","record_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "lab_task_group_uq" ON "lab_task" USING btree ("tenant_id","sample_id","panel_group_id");
--> statement-breakpoint
CREATE INDEX "lab_task_open_ix" ON "lab_task" USING btree ("tenant_id","task_state","external_due_time","id") WHERE task_state in (1, 2, 3, 4, 8);
--> statement-breakpoint
CREATE INDEX "lab_task_queue_ix" ON "lab_task" USING btree ("tenant_id","laboratory_id","panel_group_id","task_state","external_due_time","id") WHERE task_state in (1, 2, 3, 4, 8);
--> statement-breakpoint
CREATE INDEX "lab_task_receive_ix" ON "lab_task" USING btree ("tenant_id","lab_receive_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "lab_task_laboratory_ix" ON "lab_task" USING btree ("tenant_id","laboratory_id","lab_receive_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "lab_task_audited_ix" ON "lab_task" USING btree ("tenant_id","check_time_two" DESC NULLS FIRST,"id") WHERE check_time_two is not null;
--> statement-breakpoint
CREATE INDEX "lab_task_requisition_ix" ON "lab_task" USING btree ("tenant_id","requisition_id");
--> statement-breakpoint
CREATE INDEX "lab_task_lab_code_ix" ON "lab_task" USING btree ("tenant_id","lab_code");
--> statement-breakpoint
CREATE INDEX "lab_task_batch_ix" ON "lab_task" USING btree ("tenant_id","batch_id") WHERE batch_id is not null;
--> statement-breakpoint
CREATE INDEX "result_audit_task_ix" ON "result_audit" USING btree ("tenant_id","task_id","id");
--> statement-breakpoint
CREATE INDEX "result_audit_user_ix" ON "result_audit" USING btree ("tenant_id","user_id","create_time" DESC NULLS FIRST);
--> statement-breakpoint
CREATE UNIQUE INDEX "lab_batch_place_well_uq" ON "lab_batch_place" USING btree ("tenant_id","rule_id","well") WHERE state < 5 and well is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "lab_batch_place_seq_uq" ON "lab_batch_place" USING btree ("tenant_id","rule_id","seq");
--> statement-breakpoint
CREATE INDEX "lab_batch_place_task_ix" ON "lab_batch_place" USING btree ("tenant_id","task_id") WHERE task_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "lab_batch_name_uq" ON "lab_batch" USING btree ("tenant_id","laboratory_id","batch");
--> statement-breakpoint
CREATE INDEX "lab_batch_line_ix" ON "lab_batch" USING btree ("tenant_id","line","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "qc_point_lot_ix" ON "qc_point" USING btree ("tenant_id","qc_lot_id","create_time","id");
--> statement-breakpoint
CREATE INDEX "qc_point_batch_ix" ON "qc_point" USING btree ("tenant_id","rule_id") WHERE rule_id is not null;
--> statement-breakpoint
CREATE INDEX "lab_finding_task_ix" ON "lab_finding" USING btree ("tenant_id","task_id");
--> statement-breakpoint
CREATE INDEX "lab_finding_grams_ix" ON "lab_finding" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "lab_result_item_ix" ON "lab_result" USING btree ("tenant_id","item_id","create_time" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "lab_result_time_ix" ON "lab_result" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "lab_result_version_row_uq" ON "lab_result_version" USING btree ("tenant_id","file_id","line","task_id") WHERE file_id is not null;
--> statement-breakpoint
CREATE INDEX "result_file_row_verdict_ix" ON "result_file_row" USING btree ("tenant_id","file_id","verdict","line");
--> statement-breakpoint
CREATE UNIQUE INDEX "result_file_content_uq" ON "result_file" USING btree ("tenant_id","panel_group_id","sha256") WHERE import_time is not null;
--> statement-breakpoint
CREATE INDEX "result_file_time_ix" ON "result_file" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "result_file_batch_ix" ON "result_file" USING btree ("tenant_id","rule_id") WHERE rule_id is not null;
