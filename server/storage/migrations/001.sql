CREATE TABLE "audit_entry" (
	"id" bigint PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"device_id" text,
	"op_id" text,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"occurred_at" timestamp (0) with time zone,
	"create_time" timestamp (0) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "change_counter" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"value" bigint DEFAULT 0 NOT NULL
);

--> statement-breakpoint
CREATE TABLE "client_op" (
	"op_id" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"device_id" text,
	"seq" bigint,
	"author_id" bigint NOT NULL,
	"courier_id" bigint NOT NULL,
	"type" text NOT NULL,
	"type_version" integer NOT NULL,
	"payload_hash" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"status" text NOT NULL,
	"result" jsonb,
	"code" text,
	"params" jsonb,
	"occurred_at" timestamp (0) with time zone,
	"server_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"server_seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "client_op_server_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1)
);

--> statement-breakpoint
CREATE TABLE "device" (
	"device_id" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"max_seq_reported" bigint DEFAULT 0 NOT NULL,
	"last_seen" timestamp (0) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "setting" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"update_time" timestamp (0) with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "auth_client" (
	"client_id" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"grant_types" text NOT NULL,
	"access_seconds" integer NOT NULL,
	"refresh_seconds" integer NOT NULL,
	"is_disable" integer DEFAULT 0 NOT NULL
);

--> statement-breakpoint
CREATE TABLE "captcha" (
	"key" text PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"expire_time" timestamp with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "client_error" (
	"id" bigint PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"user_id" bigint,
	"reported" jsonb NOT NULL,
	"create_time" timestamp with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "login_failure" (
	"tenant_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"failures" integer NOT NULL,
	"last_time" timestamp with time zone NOT NULL,
	CONSTRAINT "login_failure_tenant_id_kind_subject_pk" PRIMARY KEY("tenant_id","kind","subject")
);

--> statement-breakpoint
CREATE TABLE "login_log" (
	"id" bigint PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"user_id" bigint,
	"account" text NOT NULL,
	"real_name" text DEFAULT '' NOT NULL,
	"grant_type" text NOT NULL,
	"remote_ip" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"error_code" integer NOT NULL,
	"login_time" timestamp (0) with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "menu" (
	"id" bigint PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"parent_id" bigint NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"name_en" text NOT NULL,
	"alias" text DEFAULT 'menu' NOT NULL,
	"path" text DEFAULT '' NOT NULL,
	"source" text DEFAULT '' NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"category" integer NOT NULL,
	"action" integer DEFAULT 0 NOT NULL,
	"is_open" integer DEFAULT 1 NOT NULL,
	"remark" text DEFAULT '' NOT NULL,
	"is_shipped" integer DEFAULT 0 NOT NULL,
	"is_deleted" integer DEFAULT 0 NOT NULL
);

--> statement-breakpoint
CREATE TABLE "refresh_session" (
	"id" bigint PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"client_id" text NOT NULL,
	"generation" bigint NOT NULL,
	"confirmed_generation" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"previous_hash" text,
	"rotated_time" timestamp with time zone NOT NULL,
	"expire_time" timestamp with time zone NOT NULL,
	"role_ids" text,
	"dept_ids" text,
	"issued_role_ids" text DEFAULT '' NOT NULL,
	"issued_dept_ids" text DEFAULT '' NOT NULL,
	"device_id" text,
	"user_agent" text,
	"remote_ip" text,
	"revoked_time" timestamp with time zone,
	"revoked_reason" text,
	"create_time" timestamp with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "role_menu" (
	"tenant_id" text NOT NULL,
	"role_id" bigint NOT NULL,
	"menu_id" bigint NOT NULL,
	CONSTRAINT "role_menu_tenant_id_role_id_menu_id_pk" PRIMARY KEY("tenant_id","role_id","menu_id")
);

--> statement-breakpoint
CREATE TABLE "tenant" (
	"tenant_id" text PRIMARY KEY NOT NULL,
	"tenant_name" text NOT NULL,
	"expire_time" timestamp with time zone,
	"is_disable" integer DEFAULT 0 NOT NULL,
	"create_time" timestamp with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "user_credential" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"password_hash" text NOT NULL,
	"must_change" integer DEFAULT 0 NOT NULL,
	"changed_time" timestamp with time zone DEFAULT now() NOT NULL
);

--> statement-breakpoint
CREATE TABLE "user_scope" (
	"tenant_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"target_ids" bigint[] NOT NULL,
	CONSTRAINT "user_scope_tenant_id_user_id_kind_pk" PRIMARY KEY("tenant_id","user_id","kind")
);

--> statement-breakpoint
CREATE TABLE "entry_comparison" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"requisition_id" bigint NOT NULL,
	"round" integer NOT NULL,
	"state" smallint NOT NULL,
	"differences" jsonb NOT NULL,
	"first_fields" text[] NOT NULL,
	"decisions" jsonb,
	"arbitrator_id" bigint,
	"arbitrator_name" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "entry_comparison_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "entry_lock" (
	"tenant_id" text NOT NULL,
	"requisition_id" bigint NOT NULL,
	"pass_no" smallint NOT NULL,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"until_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "entry_lock_pk" PRIMARY KEY("tenant_id","requisition_id","pass_no")
);

--> statement-breakpoint
CREATE TABLE "entry_pass" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"requisition_id" bigint NOT NULL,
	"pass_no" smallint NOT NULL,
	"revision" integer NOT NULL,
	"kind" smallint NOT NULL,
	"form" text NOT NULL,
	"values" jsonb NOT NULL,
	"unclear" text[] NOT NULL,
	"explained" jsonb NOT NULL,
	"author_id" bigint NOT NULL,
	"author_name" text NOT NULL,
	"started_at" text,
	"seconds" integer,
	"occurred_at" timestamp (0) with time zone,
	"op_id" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "entry_pass_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "entry_tally" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"enter_type" smallint NOT NULL,
	"enter_day" date NOT NULL,
	"enter_account" text NOT NULL,
	"enter_username" text NOT NULL,
	"enter_count" integer NOT NULL,
	CONSTRAINT "entry_tally_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "handover" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"handover_key" text NOT NULL,
	"commodity_id" bigint NOT NULL,
	"handover_status" smallint NOT NULL,
	"handover_total" integer NOT NULL,
	"laboratory_ids" bigint[] NOT NULL,
	"action_user_id" bigint NOT NULL,
	"action_user_name" text NOT NULL,
	"sign_user_id" bigint,
	"sign_user_name" text,
	"sign_time" timestamp (0) with time zone,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "handover_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "import_batch" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"file_hash" text NOT NULL,
	"state" smallint NOT NULL,
	"total_count" integer NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"rows" jsonb NOT NULL,
	"create_user" bigint NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "import_batch_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "requisition" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"requisition_code" text NOT NULL,
	"contract_laboratory_id" bigint,
	"commodity_ids" bigint[] NOT NULL,
	"hospital_code" text,
	"send_sample_client_id" bigint,
	"arrival_temperature" numeric(18, 1),
	"person_name" text,
	"sex" integer,
	"age" bigint,
	"age_unit" integer,
	"birth_date" date,
	"credential_type" integer,
	"credential_no" text,
	"telephone" text,
	"patient_no" text,
	"department" text,
	"bed_no" text,
	"doctor_name" text,
	"doctor_phone" text,
	"sampling_time" timestamp (0) with time zone,
	"courier_number" text,
	"clinical_diagnosis" text,
	"is_urgent" smallint,
	"is_resample" smallint,
	"is_paper_report" smallint,
	"is_free" smallint,
	"original_sample_code" text,
	"consent_signed" smallint,
	"consent_code" text,
	"guardian_name" text,
	"guardian_phone" text,
	"guardian_consent" smallint,
	"receive_remark" text,
	"receive_time" timestamp (0) with time zone NOT NULL,
	"reception" jsonb NOT NULL,
	"detail" jsonb,
	"explained" jsonb NOT NULL,
	"content_hash" text NOT NULL,
	"entry_form" text NOT NULL,
	"is_double_entry" smallint NOT NULL,
	"entry_state" smallint NOT NULL,
	"first_user_id" bigint,
	"first_user_name" text,
	"first_time" timestamp (0) with time zone,
	"second_user_id" bigint,
	"second_user_name" text,
	"second_time" timestamp (0) with time zone,
	"settled_time" timestamp (0) with time zone,
	"entry_person_id" bigint NOT NULL,
	"entry_person_name" text NOT NULL,
	"entry_time" timestamp (0) with time zone NOT NULL,
	"grams" text[],
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "requisition_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "sample_item" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"requisition_id" bigint NOT NULL,
	"sample_id" bigint NOT NULL,
	"sample_code" text NOT NULL,
	"commodity_id" bigint NOT NULL,
	"item_state" smallint NOT NULL,
	"handover_id" bigint,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "sample_item_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "sample" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"requisition_id" bigint NOT NULL,
	"requisition_code" text NOT NULL,
	"sample_code" text NOT NULL,
	"lab_status" smallint NOT NULL,
	"lab_code" text,
	"test_tube_number" text,
	"test_tube_batch_no" text,
	"test_tube_expire_time" date,
	"sample_class_id" bigint,
	"sample_quantity" integer,
	"sample_volume" numeric(6, 2),
	"sample_condition" integer[],
	"contract_laboratory_id" bigint,
	"execute_laboratory_id" bigint,
	"send_sample_client_id" bigint,
	"receive_time" timestamp (0) with time zone NOT NULL,
	"entry_person_id" bigint NOT NULL,
	"entry_person_name" text NOT NULL,
	"enter_time" timestamp (0) with time zone,
	"lab_receive_time" timestamp (0) with time zone,
	"lab_receive_user_id" bigint,
	"lab_receive_user_name" text,
	"reject_code" text,
	"reject_reason" text,
	"reject_measure" smallint,
	"reject_time" timestamp (0) with time zone,
	"reject_user_id" bigint,
	"reject_user_name" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sample_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "lab_code_counter" (
	"tenant_id" text NOT NULL,
	"laboratory_id" bigint NOT NULL,
	"day" date NOT NULL,
	"last" integer NOT NULL,
	CONSTRAINT "lab_code_counter_pk" PRIMARY KEY("tenant_id","laboratory_id","day")
);

--> statement-breakpoint
CREATE TABLE "lab_receive_record" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"sample_id" bigint NOT NULL,
	"round" integer NOT NULL,
	"kind" smallint NOT NULL,
	"sample_code" text NOT NULL,
	"requisition_id" bigint NOT NULL,
	"lab_code" text,
	"laboratory_id" bigint NOT NULL,
	"input_mode" text,
	"reason" text,
	"action_user_id" bigint NOT NULL,
	"action_user_name" text NOT NULL,
	"act_time" timestamp (0) with time zone NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "lab_receive_record_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "laboratory" (
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
	"laboratory_code" text,
	"laboratory_name" text,
	"execute_type" integer,
	"laboratory_short_name" text,
	"contact_person" text,
	"contact_number" text,
	"address" text,
	"remark" text,
	CONSTRAINT "laboratory_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "client" (
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
	"client_code" text,
	"client_name" text,
	"bill_erp_code" text,
	"is_bill" smallint,
	"is_agent" smallint,
	"is_finality" smallint,
	"contact_person" text,
	"contact_number" text,
	"address" text,
	"remark" text,
	CONSTRAINT "client_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "send_sample_client" (
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
	"client_code" text,
	"client_name" text,
	"contract_laboratory_id" bigint,
	"bill_customer_id" bigint,
	"agent_customer_id" bigint,
	"manager_area" text,
	"contact_person" text,
	"client_tel" text,
	"address" text,
	"is_credential_required" smallint,
	"is_telephone_required" smallint,
	"remark" text,
	CONSTRAINT "send_sample_client_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "commodity" (
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
	"commodity_code" text,
	"commodity_name" text,
	"commodity_short_name" text,
	"erp_code" text,
	"execute_type" integer,
	"entry_form" text,
	"is_double_entry" smallint,
	"sample_class_ids" bigint[],
	"panel_ids" bigint[],
	"min_volume" numeric(18, 2),
	"holding_hours" bigint,
	"is_cold_chain" smallint,
	"remark" text,
	CONSTRAINT "commodity_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "laboratory_commodity" (
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
	"internal_test_cycle" bigint,
	"external_test_cycle" bigint,
	"remark" text,
	CONSTRAINT "laboratory_commodity_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "panel_group" (
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
	"panel_group_code" text,
	"panel_group_name" text,
	"laboratory_id" bigint,
	"group_a_erp_code" text,
	"group_a_name" text,
	"remark" text,
	CONSTRAINT "panel_group_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "panel" (
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
	"panel_code" text,
	"panel_name" text,
	"panel_group_id" bigint,
	"item_ids" bigint[],
	"method" text,
	"remark" text,
	CONSTRAINT "panel_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "item" (
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
	"item_code" text,
	"item_name" text,
	"item_short_name" text,
	"result_kind" integer,
	"unit" text,
	"reference_range" text,
	"sort" bigint,
	"remark" text,
	CONSTRAINT "item_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "sample_class" (
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
	"class_code" text,
	"class_name" text,
	"attribute_id" bigint,
	"container" text,
	"min_temperature" numeric(18, 1),
	"max_temperature" numeric(18, 1),
	"remark" text,
	CONSTRAINT "sample_class_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "sample_attribute" (
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
	"attribute_code" text,
	"attribute_name" text,
	"remark" text,
	CONSTRAINT "sample_attribute_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "code_style" (
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
	"style_name" text,
	"laboratory_id" bigint,
	"code_type" integer,
	"symbology" text,
	"prefix" text,
	"length" bigint,
	"pattern" text,
	"remark" text,
	CONSTRAINT "code_style_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "enter_tip" (
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
	"content" text,
	CONSTRAINT "enter_tip_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "user_account" (
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
	"account" text,
	"real_name" text,
	"name" text,
	"user_code" text,
	"role_ids" bigint[],
	"dept_ids" bigint[],
	"phone" text,
	"email" text,
	"sex" integer,
	"status" integer,
	"avatar" text,
	CONSTRAINT "user_account_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "role" (
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
	"role_name" text,
	"role_alias" text,
	"parent_id" bigint,
	"sort" bigint,
	"remark" text,
	CONSTRAINT "role_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "department" (
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
	"dept_name" text,
	"full_name" text,
	"parent_id" bigint,
	"dept_category" integer,
	"sort" bigint,
	"remark" text,
	CONSTRAINT "department_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "dict" (
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
	CONSTRAINT "dict_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "dict_biz" (
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
	CONSTRAINT "dict_biz_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE INDEX "audit_entry_subject_ix" ON "audit_entry" USING btree ("tenant_id","subject","id");
--> statement-breakpoint
CREATE INDEX "audit_entry_time_ix" ON "audit_entry" USING btree ("tenant_id","create_time");
--> statement-breakpoint
CREATE INDEX "audit_entry_op_ix" ON "audit_entry" USING btree ("op_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "client_op_device_seq_uq" ON "client_op" USING btree ("tenant_id","device_id","seq");
--> statement-breakpoint
CREATE INDEX "client_op_device_ix" ON "client_op" USING btree ("device_id","seq");
--> statement-breakpoint
CREATE INDEX "client_op_time_ix" ON "client_op" USING btree ("tenant_id","server_time");
--> statement-breakpoint
CREATE INDEX "device_tenant_ix" ON "device" USING btree ("tenant_id","last_seen");
--> statement-breakpoint
CREATE INDEX "client_error_time_ix" ON "client_error" USING btree ("tenant_id","create_time");
--> statement-breakpoint
CREATE INDEX "login_log_time_ix" ON "login_log" USING btree ("tenant_id","login_time" DESC NULLS FIRST);
--> statement-breakpoint
CREATE UNIQUE INDEX "menu_code_uq" ON "menu" USING btree ("tenant_id","parent_id","code");
--> statement-breakpoint
CREATE INDEX "refresh_session_user_ix" ON "refresh_session" USING btree ("tenant_id","user_id");
--> statement-breakpoint
CREATE INDEX "refresh_session_expire_ix" ON "refresh_session" USING btree ("expire_time");
--> statement-breakpoint
CREATE UNIQUE INDEX "entry_comparison_uq" ON "entry_comparison" USING btree ("tenant_id","requisition_id","round");
--> statement-breakpoint
CREATE INDEX "entry_comparison_state_ix" ON "entry_comparison" USING btree ("tenant_id","state","create_time");
--> statement-breakpoint
CREATE UNIQUE INDEX "entry_pass_uq" ON "entry_pass" USING btree ("tenant_id","requisition_id","pass_no","revision");
--> statement-breakpoint
CREATE INDEX "entry_pass_author_ix" ON "entry_pass" USING btree ("tenant_id","author_id","create_time");
--> statement-breakpoint
CREATE UNIQUE INDEX "entry_tally_uq" ON "entry_tally" USING btree ("tenant_id","user_id","enter_type","enter_day");
--> statement-breakpoint
CREATE INDEX "entry_tally_day_ix" ON "entry_tally" USING btree ("tenant_id","enter_day" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "handover_key_uq" ON "handover" USING btree ("tenant_id","handover_key");
--> statement-breakpoint
CREATE INDEX "handover_time_ix" ON "handover" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "handover_status_ix" ON "handover" USING btree ("tenant_id","handover_status","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "handover_commodity_ix" ON "handover" USING btree ("tenant_id","commodity_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "import_batch_hash_ix" ON "import_batch" USING btree ("tenant_id","kind","file_hash");
--> statement-breakpoint
CREATE UNIQUE INDEX "requisition_code_uq" ON "requisition" USING btree ("tenant_id","requisition_code");
--> statement-breakpoint
CREATE INDEX "requisition_open_ix" ON "requisition" USING btree ("tenant_id","entry_state","receive_time","id") WHERE entry_state < 5;
--> statement-breakpoint
CREATE INDEX "requisition_time_ix" ON "requisition" USING btree ("tenant_id","receive_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "requisition_same_phone_ix" ON "requisition" USING btree ("tenant_id","telephone","receive_time") WHERE telephone is not null;
--> statement-breakpoint
CREATE INDEX "requisition_same_card_ix" ON "requisition" USING btree ("tenant_id","credential_no","receive_time") WHERE credential_no is not null;
--> statement-breakpoint
CREATE INDEX "requisition_hospital_code_ix" ON "requisition" USING btree ("tenant_id","hospital_code") WHERE hospital_code is not null;
--> statement-breakpoint
CREATE INDEX "requisition_grams_ix" ON "requisition" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "sample_item_uq" ON "sample_item" USING btree ("tenant_id","sample_id","commodity_id");
--> statement-breakpoint
CREATE INDEX "sample_item_code_ix" ON "sample_item" USING btree ("tenant_id","sample_code");
--> statement-breakpoint
CREATE INDEX "sample_item_requisition_ix" ON "sample_item" USING btree ("tenant_id","requisition_id");
--> statement-breakpoint
CREATE INDEX "sample_item_waiting_ix" ON "sample_item" USING btree ("tenant_id","commodity_id","id") WHERE item_state = 1;
--> statement-breakpoint
CREATE INDEX "sample_item_handover_ix" ON "sample_item" USING btree ("tenant_id","handover_id") WHERE handover_id is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "sample_code_uq" ON "sample" USING btree ("tenant_id","sample_code");
--> statement-breakpoint
CREATE UNIQUE INDEX "sample_lab_code_uq" ON "sample" USING btree ("tenant_id","lab_code") WHERE lab_code is not null;
--> statement-breakpoint
CREATE INDEX "sample_requisition_ix" ON "sample" USING btree ("tenant_id","requisition_id");
--> statement-breakpoint
CREATE INDEX "sample_requisition_code_ix" ON "sample" USING btree ("tenant_id","requisition_code");
--> statement-breakpoint
CREATE INDEX "sample_tube_ix" ON "sample" USING btree ("tenant_id","test_tube_number") WHERE test_tube_number is not null;
--> statement-breakpoint
CREATE INDEX "sample_time_ix" ON "sample" USING btree ("tenant_id","receive_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sample_laboratory_ix" ON "sample" USING btree ("tenant_id","contract_laboratory_id","receive_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sample_client_ix" ON "sample" USING btree ("tenant_id","send_sample_client_id","receive_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sample_status_ix" ON "sample" USING btree ("tenant_id","lab_status","receive_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sample_rejected_ix" ON "sample" USING btree ("tenant_id","receive_time" DESC NULLS FIRST,"id") WHERE (case when lab_status = 111 then 1 else 0 end) = 1;
--> statement-breakpoint
CREATE INDEX "sample_lab_ix" ON "sample" USING btree ("tenant_id","execute_laboratory_id","lab_status","lab_receive_time");
--> statement-breakpoint
CREATE UNIQUE INDEX "lab_receive_record_uq" ON "lab_receive_record" USING btree ("tenant_id","sample_id","round","kind");
--> statement-breakpoint
CREATE INDEX "lab_receive_record_time_ix" ON "lab_receive_record" USING btree ("tenant_id","kind","act_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "lab_receive_record_lab_ix" ON "lab_receive_record" USING btree ("tenant_id","laboratory_id","kind","act_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "laboratory_laboratory_code_uq" ON "laboratory" USING btree ("tenant_id",lower("laboratory_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "laboratory_laboratory_name_uq" ON "laboratory" USING btree ("tenant_id",lower("laboratory_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "laboratory_execute_type_ix" ON "laboratory" USING btree ("tenant_id","execute_type");
--> statement-breakpoint
CREATE INDEX "laboratory_change_ix" ON "laboratory" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "laboratory_order_ix" ON "laboratory" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "laboratory_grams_ix" ON "laboratory" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "client_client_code_uq" ON "client" USING btree ("tenant_id",lower("client_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "client_client_name_uq" ON "client" USING btree ("tenant_id",lower("client_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "client_is_bill_ix" ON "client" USING btree ("tenant_id","is_bill");
--> statement-breakpoint
CREATE INDEX "client_is_agent_ix" ON "client" USING btree ("tenant_id","is_agent");
--> statement-breakpoint
CREATE INDEX "client_is_finality_ix" ON "client" USING btree ("tenant_id","is_finality");
--> statement-breakpoint
CREATE INDEX "client_change_ix" ON "client" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "client_order_ix" ON "client" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "client_grams_ix" ON "client" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "send_sample_client_client_code_uq" ON "send_sample_client" USING btree ("tenant_id",lower("client_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "send_sample_client_client_name_uq" ON "send_sample_client" USING btree ("tenant_id",lower("client_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "send_sample_client_contract_laboratory_id_ix" ON "send_sample_client" USING btree ("tenant_id","contract_laboratory_id");
--> statement-breakpoint
CREATE INDEX "send_sample_client_bill_customer_id_ix" ON "send_sample_client" USING btree ("tenant_id","bill_customer_id");
--> statement-breakpoint
CREATE INDEX "send_sample_client_agent_customer_id_ix" ON "send_sample_client" USING btree ("tenant_id","agent_customer_id");
--> statement-breakpoint
CREATE INDEX "send_sample_client_change_ix" ON "send_sample_client" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "send_sample_client_order_ix" ON "send_sample_client" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "send_sample_client_grams_ix" ON "send_sample_client" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "commodity_commodity_code_uq" ON "commodity" USING btree ("tenant_id",lower("commodity_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "commodity_commodity_name_uq" ON "commodity" USING btree ("tenant_id",lower("commodity_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "commodity_execute_type_ix" ON "commodity" USING btree ("tenant_id","execute_type");
--> statement-breakpoint
CREATE INDEX "commodity_entry_form_ix" ON "commodity" USING btree ("tenant_id","entry_form");
--> statement-breakpoint
CREATE INDEX "commodity_change_ix" ON "commodity" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "commodity_order_ix" ON "commodity" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "commodity_grams_ix" ON "commodity" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "laboratory_commodity_laboratory_id_ix" ON "laboratory_commodity" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "laboratory_commodity_commodity_id_ix" ON "laboratory_commodity" USING btree ("tenant_id","commodity_id");
--> statement-breakpoint
CREATE INDEX "laboratory_commodity_execute_laboratory_id_ix" ON "laboratory_commodity" USING btree ("tenant_id","execute_laboratory_id");
--> statement-breakpoint
CREATE INDEX "laboratory_commodity_change_ix" ON "laboratory_commodity" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "laboratory_commodity_order_ix" ON "laboratory_commodity" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "panel_group_panel_group_code_uq" ON "panel_group" USING btree ("tenant_id",lower("panel_group_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "panel_group_panel_group_name_uq" ON "panel_group" USING btree ("tenant_id",lower("panel_group_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "panel_group_laboratory_id_ix" ON "panel_group" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "panel_group_change_ix" ON "panel_group" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "panel_group_order_ix" ON "panel_group" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "panel_group_grams_ix" ON "panel_group" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "panel_panel_code_uq" ON "panel" USING btree ("tenant_id",lower("panel_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "panel_panel_name_uq" ON "panel" USING btree ("tenant_id",lower("panel_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "panel_panel_group_id_ix" ON "panel" USING btree ("tenant_id","panel_group_id");
--> statement-breakpoint
CREATE INDEX "panel_change_ix" ON "panel" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "panel_order_ix" ON "panel" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "panel_grams_ix" ON "panel" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "item_item_code_uq" ON "item" USING btree ("tenant_id",lower("item_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "item_result_kind_ix" ON "item" USING btree ("tenant_id","result_kind");
--> statement-breakpoint
CREATE INDEX "item_change_ix" ON "item" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "item_order_ix" ON "item" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "item_grams_ix" ON "item" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "sample_class_class_code_uq" ON "sample_class" USING btree ("tenant_id",lower("class_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "sample_class_class_name_uq" ON "sample_class" USING btree ("tenant_id",lower("class_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "sample_class_attribute_id_ix" ON "sample_class" USING btree ("tenant_id","attribute_id");
--> statement-breakpoint
CREATE INDEX "sample_class_change_ix" ON "sample_class" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "sample_class_order_ix" ON "sample_class" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sample_class_grams_ix" ON "sample_class" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "sample_attribute_attribute_code_uq" ON "sample_attribute" USING btree ("tenant_id",lower("attribute_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "sample_attribute_attribute_name_uq" ON "sample_attribute" USING btree ("tenant_id",lower("attribute_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "sample_attribute_change_ix" ON "sample_attribute" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "sample_attribute_order_ix" ON "sample_attribute" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sample_attribute_grams_ix" ON "sample_attribute" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "code_style_style_name_uq" ON "code_style" USING btree ("tenant_id",lower("style_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "code_style_laboratory_id_ix" ON "code_style" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "code_style_code_type_ix" ON "code_style" USING btree ("tenant_id","code_type");
--> statement-breakpoint
CREATE INDEX "code_style_change_ix" ON "code_style" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "code_style_order_ix" ON "code_style" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "code_style_grams_ix" ON "code_style" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "enter_tip_send_sample_client_id_uq" ON "enter_tip" USING btree ("tenant_id","send_sample_client_id") WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "enter_tip_change_ix" ON "enter_tip" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "enter_tip_order_ix" ON "enter_tip" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "enter_tip_grams_ix" ON "enter_tip" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "user_account_account_uq" ON "user_account" USING btree ("tenant_id",lower("account")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "user_account_status_ix" ON "user_account" USING btree ("tenant_id","status");
--> statement-breakpoint
CREATE INDEX "user_account_change_ix" ON "user_account" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "user_account_order_ix" ON "user_account" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "user_account_grams_ix" ON "user_account" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "role_role_name_uq" ON "role" USING btree ("tenant_id",lower("role_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "role_role_alias_uq" ON "role" USING btree ("tenant_id",lower("role_alias")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "role_parent_id_ix" ON "role" USING btree ("tenant_id","parent_id");
--> statement-breakpoint
CREATE INDEX "role_change_ix" ON "role" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "role_order_ix" ON "role" USING btree ("tenant_id","sort" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "role_grams_ix" ON "role" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "department_dept_name_uq" ON "department" USING btree ("tenant_id",lower("dept_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "department_parent_id_ix" ON "department" USING btree ("tenant_id","parent_id");
--> statement-breakpoint
CREATE INDEX "department_dept_category_ix" ON "department" USING btree ("tenant_id","dept_category");
--> statement-breakpoint
CREATE INDEX "department_change_ix" ON "department" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "department_order_ix" ON "department" USING btree ("tenant_id","sort" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "department_grams_ix" ON "department" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "dict_parent_id_ix" ON "dict" USING btree ("tenant_id","parent_id");
--> statement-breakpoint
CREATE INDEX "dict_change_ix" ON "dict" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "dict_order_ix" ON "dict" USING btree ("tenant_id","sort" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "dict_grams_ix" ON "dict" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "dict_biz_parent_id_ix" ON "dict_biz" USING btree ("tenant_id","parent_id");
--> statement-breakpoint
CREATE INDEX "dict_biz_change_ix" ON "dict_biz" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "dict_biz_order_ix" ON "dict_biz" USING btree ("tenant_id","sort" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "dict_biz_grams_ix" ON "dict_biz" USING gin ("grams");
