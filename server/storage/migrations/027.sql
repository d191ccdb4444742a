CREATE TABLE "order_change" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"requisition_id" bigint NOT NULL,
	"requisition_code" text NOT NULL,
	"laboratory_id" bigint,
	"send_sample_client_id" bigint,
	"apply_type" smallint NOT NULL,
	"changes" jsonb NOT NULL,
	"add_commodity_ids" bigint[] NOT NULL,
	"remove_commodity_ids" bigint[] NOT NULL,
	"apply_reason" text NOT NULL,
	"apply_user_id" bigint NOT NULL,
	"apply_user_name" text NOT NULL,
	"apply_time" timestamp (0) with time zone NOT NULL,
	"audit_status" smallint NOT NULL,
	"audit_user_id" bigint,
	"audit_user_name" text,
	"audit_opinion" text,
	"audit_time" timestamp (0) with time zone,
	"action_user_id" bigint,
	"action_user_name" text,
	"action_time" timestamp (0) with time zone,
	"effects" jsonb NOT NULL,
	"deleted" smallint DEFAULT 0 NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "order_change_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "entrust_record" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"sample_id" bigint NOT NULL,
	"sample_code" text NOT NULL,
	"requisition_id" bigint NOT NULL,
	"requisition_code" text NOT NULL,
	"state" smallint NOT NULL,
	"entrust_laboratory_id" bigint NOT NULL,
	"entrust_user_id" bigint NOT NULL,
	"entrust_person" text NOT NULL,
	"entrust_time" timestamp (0) with time zone NOT NULL,
	"entrusted_laboratory_id" bigint NOT NULL,
	"entrusted_user_id" bigint,
	"entrusted_person" text,
	"entrusted_time" timestamp (0) with time zone,
	"courier_number" text,
	"reason" text,
	"cancel_user_id" bigint,
	"cancel_user_name" text,
	"cancel_time" timestamp (0) with time zone,
	"former_execute_laboratory_id" bigint,
	"task_ids" bigint[] NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "entrust_record_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "expected_sample" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"source" smallint NOT NULL,
	"partner" text NOT NULL,
	"external_key" text NOT NULL,
	"bar_code" text,
	"thirdparty_bar_code" text,
	"courier_number" text,
	"send_sample_client_id" bigint,
	"agent_customer_id" bigint,
	"salesman_id" bigint,
	"province" text,
	"laboratory_id" bigint NOT NULL,
	"commodity_ids" bigint[] NOT NULL,
	"values" jsonb NOT NULL,
	"content_hash" text NOT NULL,
	"raw" text,
	"expect_time" timestamp (0) with time zone NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"sample_id" bigint,
	"receive_time" timestamp (0) with time zone,
	"close_reason" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "expected_sample_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "interface_answer" (
	"tenant_id" text NOT NULL,
	"interface_id" bigint NOT NULL,
	"call_key" text NOT NULL,
	"operation" text NOT NULL,
	"body_sha256" text NOT NULL,
	"answer" jsonb NOT NULL,
	"until_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "interface_answer_pk" PRIMARY KEY("tenant_id","interface_id","call_key")
);

--> statement-breakpoint
CREATE TABLE "interface_breaker" (
	"tenant_id" text NOT NULL,
	"interface_id" bigint NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"window_start" bigint DEFAULT 0 NOT NULL,
	"window_calls" integer DEFAULT 0 NOT NULL,
	"window_failures" integer DEFAULT 0 NOT NULL,
	"pause_ms" bigint DEFAULT 60000 NOT NULL,
	"until_time" bigint DEFAULT 0 NOT NULL,
	"token_milli" bigint,
	"token_time" bigint,
	CONSTRAINT "interface_breaker_pk" PRIMARY KEY("tenant_id","interface_id")
);

--> statement-breakpoint
CREATE TABLE "interface_log" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"interface_id" bigint NOT NULL,
	"interface_name" text NOT NULL,
	"interface_encoding" text NOT NULL,
	"interface_type" smallint NOT NULL,
	"laboratory_id" bigint,
	"third_manufacturer" text,
	"operation" text NOT NULL,
	"ip" text,
	"bar_code" text,
	"hospital_code" text,
	"third_bar_code" text,
	"codes" text[] NOT NULL,
	"row_count" integer DEFAULT 0 NOT NULL,
	"refused_count" integer DEFAULT 0 NOT NULL,
	"credential_type" smallint NOT NULL,
	"exception_content" text,
	"api_url" text,
	"status_code" integer,
	"milliseconds" integer NOT NULL,
	"call_key" text,
	"replay_of" bigint,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "interface_log_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "interface_nonce" (
	"tenant_id" text NOT NULL,
	"interface_id" bigint NOT NULL,
	"nonce" text NOT NULL,
	"until_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "interface_nonce_pk" PRIMARY KEY("tenant_id","interface_id","nonce")
);

--> statement-breakpoint
CREATE TABLE "interface_payload" (
	"tenant_id" text NOT NULL,
	"log_id" bigint NOT NULL,
	"enter_parameter" text NOT NULL,
	"result_parameter" text NOT NULL,
	"enter_masked" text NOT NULL,
	"result_masked" text NOT NULL,
	"until_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "interface_payload_pk" PRIMARY KEY("tenant_id","log_id")
);

--> statement-breakpoint
CREATE TABLE "interface_unmapped" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"interface_id" bigint NOT NULL,
	"mapping_code" text NOT NULL,
	"value" text NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"last_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "interface_unmapped_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "abnormal_case_counter" (
	"tenant_id" text NOT NULL,
	"day" text NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "abnormal_case_counter_pk" PRIMARY KEY("tenant_id","day")
);

--> statement-breakpoint
CREATE TABLE "abnormal_case" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"case_no" text NOT NULL,
	"case_code" text NOT NULL,
	"stage" smallint NOT NULL,
	"severity" smallint NOT NULL,
	"content" text NOT NULL,
	"laboratory_id" bigint,
	"found_user_id" bigint NOT NULL,
	"found_user_name" text NOT NULL,
	"found_time" timestamp (0) with time zone NOT NULL,
	"measure" smallint,
	"measure_text" text,
	"due_time" timestamp (0) with time zone NOT NULL,
	"is_hold" smallint NOT NULL,
	"state" smallint NOT NULL,
	"round" smallint DEFAULT 1 NOT NULL,
	"reminded" smallint DEFAULT 0 NOT NULL,
	"decided_user_id" bigint,
	"decided_user_name" text,
	"decided_time" timestamp (0) with time zone,
	"closed_user_id" bigint,
	"closed_user_name" text,
	"closed_time" timestamp (0) with time zone,
	"close_reason" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "abnormal_case_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "abnormal_case_tube" (
	"tenant_id" text NOT NULL,
	"case_id" bigint NOT NULL,
	"sample_code" text NOT NULL,
	"sample_id" bigint,
	"is_held" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "abnormal_case_tube_pk" PRIMARY KEY("tenant_id","case_id","sample_code")
);

--> statement-breakpoint
CREATE TABLE "case_photo" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"owner_type" smallint NOT NULL,
	"owner_id" bigint NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"mime" text NOT NULL,
	"taken_time" timestamp (0) with time zone,
	"create_user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "case_photo_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "case_track" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"owner_type" smallint NOT NULL,
	"owner_id" bigint NOT NULL,
	"content" text NOT NULL,
	"contact_way" smallint,
	"contact_name" text,
	"read_back" smallint,
	"create_user_id" bigint NOT NULL,
	"create_user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "case_track_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "desk_notice" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"owner_type" smallint NOT NULL,
	"owner_id" bigint NOT NULL,
	"laboratory_id" bigint,
	"kind" smallint NOT NULL,
	"channel" smallint NOT NULL,
	"receiver_name" text NOT NULL,
	"address" text NOT NULL,
	"subject" text NOT NULL,
	"content" text NOT NULL,
	"round" smallint DEFAULT 1 NOT NULL,
	"state" smallint NOT NULL,
	"send_after" timestamp (0) with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"claim_no" integer DEFAULT 0 NOT NULL,
	"send_time" timestamp (0) with time zone,
	"answer" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "desk_notice_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "reject_record" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"sample_id" bigint NOT NULL,
	"sample_code" text NOT NULL,
	"requisition_id" bigint NOT NULL,
	"requisition_code" text NOT NULL,
	"laboratory_id" bigint,
	"send_sample_client_id" bigint,
	"source" smallint NOT NULL,
	"reject_code" text NOT NULL,
	"apply_reason" text NOT NULL,
	"measure" smallint NOT NULL,
	"case_id" bigint,
	"before" jsonb NOT NULL,
	"state" smallint NOT NULL,
	"send_sms" smallint NOT NULL,
	"apply_creator_id" bigint NOT NULL,
	"apply_creator" text NOT NULL,
	"apply_create_time" timestamp (0) with time zone NOT NULL,
	"recover_reason" text,
	"recover_user_id" bigint,
	"recover_user_name" text,
	"recover_time" timestamp (0) with time zone,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "reject_record_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "sample_pause" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"sample_id" bigint NOT NULL,
	"from_time" timestamp (0) with time zone NOT NULL,
	"to_time" timestamp (0) with time zone,
	"cause_id" bigint NOT NULL,
	CONSTRAINT "sample_pause_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "op_interface" (
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
	"interface_name" text,
	"interface_encoding" text,
	"interface_type" integer,
	"third_manufacturer" text,
	"operations" text[],
	"api_url" text,
	"body_format" integer,
	"auth_kind" text,
	"app_key" text,
	"app_secret" text,
	"timeout_seconds" bigint,
	"per_minute" bigint,
	"burst" bigint,
	"max_parallel" bigint,
	"ip_allow_list" text,
	"laboratory_id" bigint,
	"send_sample_client_ids" bigint[],
	"payload_days" bigint,
	"tested_time" timestamp (0) with time zone,
	"remark" text,
	CONSTRAINT "op_interface_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "op_parameter" (
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
	"interface_id" bigint,
	"parameter_code" text,
	"parameter_name" text,
	"type" integer,
	"sort" bigint,
	"path" text,
	"field_name" text,
	"format" text,
	"mapping_code" text,
	"is_required" smallint,
	"max_length" bigint,
	"default_value" text,
	"remark" text,
	CONSTRAINT "op_parameter_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "parameter_mapping" (
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
	"code" text,
	"dict_value" text,
	"parent_id" bigint,
	"dict_key" text,
	"sort" bigint,
	"is_sealed" integer,
	"remark" text,
	CONSTRAINT "parameter_mapping_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
ALTER TABLE "sample" ADD COLUMN "hold_count" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "bill_email" ADD COLUMN "begin_time" date NOT NULL;
--> statement-breakpoint
ALTER TABLE "bill_email" ADD COLUMN "content_hash" text;
--> statement-breakpoint
ALTER TABLE "bill_email" ADD COLUMN "not_before" timestamp (0) with time zone;
--> statement-breakpoint
ALTER TABLE "pack_task" ADD COLUMN "send_state" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "pack_task" ADD COLUMN "send_user_id" bigint;
--> statement-breakpoint
ALTER TABLE "bill" ADD COLUMN "bill_unit_id" bigint;
--> statement-breakpoint
ALTER TABLE "send_sample_client" ADD COLUMN "contact_email" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "order_change_open_uq" ON "order_change" USING btree ("tenant_id","requisition_id") WHERE audit_status = 0;
--> statement-breakpoint
CREATE INDEX "order_change_time_ix" ON "order_change" USING btree ("tenant_id","apply_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "order_change_status_ix" ON "order_change" USING btree ("tenant_id","audit_status","apply_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "order_change_requisition_ix" ON "order_change" USING btree ("tenant_id","requisition_id");
--> statement-breakpoint
CREATE INDEX "order_change_code_ix" ON "order_change" USING btree ("tenant_id","requisition_code");
--> statement-breakpoint
CREATE UNIQUE INDEX "entrust_record_open_uq" ON "entrust_record" USING btree ("tenant_id","sample_id") WHERE state = 0;
--> statement-breakpoint
CREATE INDEX "entrust_record_sample_ix" ON "entrust_record" USING btree ("tenant_id","sample_id");
--> statement-breakpoint
CREATE INDEX "entrust_record_code_ix" ON "entrust_record" USING btree ("tenant_id","sample_code");
--> statement-breakpoint
CREATE INDEX "entrust_record_out_ix" ON "entrust_record" USING btree ("tenant_id","entrust_laboratory_id","state","entrust_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "entrust_record_in_ix" ON "entrust_record" USING btree ("tenant_id","entrusted_laboratory_id","state","entrust_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "entrust_record_time_ix" ON "entrust_record" USING btree ("tenant_id","entrust_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "expected_sample_uq" ON "expected_sample" USING btree ("tenant_id","source","partner","external_key");
--> statement-breakpoint
CREATE INDEX "expected_sample_own_ix" ON "expected_sample" USING btree ("tenant_id","bar_code") WHERE bar_code is not null;
--> statement-breakpoint
CREATE INDEX "expected_sample_their_ix" ON "expected_sample" USING btree ("tenant_id","thirdparty_bar_code") WHERE thirdparty_bar_code is not null;
--> statement-breakpoint
CREATE INDEX "expected_sample_due_ix" ON "expected_sample" USING btree ("tenant_id","laboratory_id","expect_time") WHERE state = 0;
--> statement-breakpoint
CREATE INDEX "interface_answer_until_ix" ON "interface_answer" USING btree ("until_time");
--> statement-breakpoint
CREATE INDEX "interface_log_type_ix" ON "interface_log" USING btree ("tenant_id","interface_type","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "interface_log_interface_ix" ON "interface_log" USING btree ("tenant_id","interface_id","create_time" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "interface_log_key_ix" ON "interface_log" USING btree ("tenant_id","call_key");
--> statement-breakpoint
CREATE INDEX "interface_log_time_ix" ON "interface_log" USING btree ("create_time");
--> statement-breakpoint
CREATE INDEX "interface_log_replay_ix" ON "interface_log" USING btree ("tenant_id","replay_of") WHERE replay_of is not null;
--> statement-breakpoint
CREATE INDEX "interface_log_codes_ix" ON "interface_log" USING gin ("codes");
--> statement-breakpoint
CREATE INDEX "interface_nonce_until_ix" ON "interface_nonce" USING btree ("until_time");
--> statement-breakpoint
CREATE INDEX "interface_payload_until_ix" ON "interface_payload" USING btree ("until_time");
--> statement-breakpoint
CREATE UNIQUE INDEX "interface_unmapped_uq" ON "interface_unmapped" USING btree ("tenant_id","interface_id","mapping_code","value");
--> statement-breakpoint
CREATE INDEX "interface_unmapped_time_ix" ON "interface_unmapped" USING btree ("tenant_id","last_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "abnormal_case_no_uq" ON "abnormal_case" USING btree ("tenant_id","case_no");
--> statement-breakpoint
CREATE INDEX "abnormal_case_due_ix" ON "abnormal_case" USING btree ("tenant_id","due_time","id") WHERE state < 3;
--> statement-breakpoint
CREATE INDEX "abnormal_case_found_ix" ON "abnormal_case" USING btree ("tenant_id","found_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "abnormal_case_tube_sample_ix" ON "abnormal_case_tube" USING btree ("tenant_id","sample_id") WHERE sample_id is not null;
--> statement-breakpoint
CREATE INDEX "abnormal_case_tube_code_ix" ON "abnormal_case_tube" USING btree ("tenant_id","sample_code");
--> statement-breakpoint
CREATE UNIQUE INDEX "case_photo_owner_uq" ON "case_photo" USING btree ("tenant_id","owner_type","owner_id","sha256");
--> statement-breakpoint
CREATE INDEX "case_photo_blob_ix" ON "case_photo" USING btree ("tenant_id","sha256");
--> statement-breakpoint
CREATE INDEX "case_track_owner_ix" ON "case_track" USING btree ("tenant_id","owner_type","owner_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "desk_notice_once_uq" ON "desk_notice" USING btree ("tenant_id","owner_type","owner_id","kind","channel","receiver_name","address","round");
--> statement-breakpoint
CREATE INDEX "desk_notice_due_ix" ON "desk_notice" USING btree ("send_after","tenant_id","id") WHERE state = 0;
--> statement-breakpoint
CREATE INDEX "desk_notice_owner_ix" ON "desk_notice" USING btree ("tenant_id","owner_type","owner_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "reject_record_open_uq" ON "reject_record" USING btree ("tenant_id","sample_id") WHERE state = 1;
--> statement-breakpoint
CREATE INDEX "reject_record_apply_ix" ON "reject_record" USING btree ("tenant_id","apply_create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "reject_record_recover_ix" ON "reject_record" USING btree ("tenant_id","recover_time" DESC NULLS FIRST,"id") WHERE state = 2;
--> statement-breakpoint
CREATE INDEX "reject_record_sample_ix" ON "reject_record" USING btree ("tenant_id","sample_code");
--> statement-breakpoint
CREATE INDEX "reject_record_requisition_ix" ON "reject_record" USING btree ("tenant_id","requisition_code");
--> statement-breakpoint
CREATE INDEX "reject_record_client_ix" ON "reject_record" USING btree ("tenant_id","send_sample_client_id","apply_create_time" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "sample_pause_sample_ix" ON "sample_pause" USING btree ("tenant_id","sample_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "sample_pause_cause_uq" ON "sample_pause" USING btree ("tenant_id","cause_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "op_interface_interface_encoding_uq" ON "op_interface" USING btree ("tenant_id",lower("interface_encoding")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "op_interface_interface_type_ix" ON "op_interface" USING btree ("tenant_id","interface_type");
--> statement-breakpoint
CREATE INDEX "op_interface_laboratory_id_ix" ON "op_interface" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "op_interface_change_ix" ON "op_interface" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "op_interface_order_ix" ON "op_interface" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "op_interface_grams_ix" ON "op_interface" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "op_parameter_interface_id_ix" ON "op_parameter" USING btree ("tenant_id","interface_id");
--> statement-breakpoint
CREATE INDEX "op_parameter_type_ix" ON "op_parameter" USING btree ("tenant_id","type");
--> statement-breakpoint
CREATE INDEX "op_parameter_change_ix" ON "op_parameter" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "op_parameter_order_ix" ON "op_parameter" USING btree ("tenant_id","sort" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "op_parameter_grams_ix" ON "op_parameter" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "parameter_mapping_parent_id_ix" ON "parameter_mapping" USING btree ("tenant_id","parent_id");
--> statement-breakpoint
CREATE INDEX "parameter_mapping_change_ix" ON "parameter_mapping" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "parameter_mapping_order_ix" ON "parameter_mapping" USING btree ("tenant_id","sort" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "parameter_mapping_grams_ix" ON "parameter_mapping" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "requisition_courier_ix" ON "requisition" USING btree ("tenant_id","courier_number") WHERE courier_number is not null;
--> statement-breakpoint
CREATE INDEX "bill_email_due_ix" ON "bill_email" USING btree ("not_before") WHERE send = 1 and send_result = 0 and send_time is null;
--> statement-breakpoint
CREATE INDEX "sales_line_related_ix" ON "sales_line" USING btree ("tenant_id","audit_time" DESC NULLS FIRST,"id") WHERE reported = 1 and contract_laboratory_id <> execute_laboratory_id;
