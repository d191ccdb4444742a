CREATE TABLE "login_state" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"source" text NOT NULL,
	"verifier" text NOT NULL,
	"browser_hash" text NOT NULL,
	"redirect_uri" text NOT NULL,
	"expire_time" timestamp with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "menu_interface" (
	"id" bigint PRIMARY KEY NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"permission" text DEFAULT '' NOT NULL,
	"interface_name" text NOT NULL,
	"interface_name_en" text NOT NULL,
	"sort" integer NOT NULL,
	"grams" text[] NOT NULL
);

--> statement-breakpoint
CREATE TABLE "region" (
	"code" text PRIMARY KEY NOT NULL,
	"parent_code" text NOT NULL,
	"name" text NOT NULL,
	"level" integer NOT NULL,
	"sort" integer DEFAULT 0 NOT NULL,
	"remark" text
);

--> statement-breakpoint
CREATE TABLE "role_scope" (
	"tenant_id" text NOT NULL,
	"role_id" bigint NOT NULL,
	"laboratory_ids" bigint[] NOT NULL,
	CONSTRAINT "role_scope_tenant_id_role_id_pk" PRIMARY KEY("tenant_id","role_id")
);

--> statement-breakpoint
CREATE TABLE "sms_code" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"phone_hash" text NOT NULL,
	"code_hash" text NOT NULL,
	"remote_ip" text NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"used_time" timestamp with time zone,
	"create_time" timestamp with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "user_oauth" (
	"id" text PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"source" text NOT NULL,
	"subject" text NOT NULL,
	"nick_name" text DEFAULT '' NOT NULL,
	"user_id" bigint,
	"seen_time" timestamp with time zone NOT NULL
);

--> statement-breakpoint
CREATE TABLE "code_apply" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"code_type" smallint NOT NULL,
	"send_sample_client_id" bigint,
	"laboratory_id" bigint,
	"quantity" integer NOT NULL,
	"first_code" text NOT NULL,
	"last_code" text NOT NULL,
	"print_id" bigint NOT NULL,
	"remark" text,
	"create_user_id" bigint NOT NULL,
	"create_user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "code_apply_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "print_job" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"apply_id" bigint NOT NULL,
	"kind" smallint NOT NULL,
	"code_type" smallint NOT NULL,
	"codes" text[] NOT NULL,
	"old_codes" text[],
	"total_count" integer NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"state" smallint NOT NULL,
	"style_id" bigint,
	"style_name" text NOT NULL,
	"layout" jsonb NOT NULL,
	"reason" text,
	"create_user_id" bigint NOT NULL,
	"create_user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"check_code" text,
	"check_user_name" text,
	"check_time" timestamp (0) with time zone,
	CONSTRAINT "print_job_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "print_run" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"print_id" bigint,
	"block_id" bigint,
	"kind" smallint NOT NULL,
	"code_type" smallint NOT NULL,
	"laboratory_id" bigint,
	"channel" text NOT NULL,
	"first_code" text NOT NULL,
	"last_code" text NOT NULL,
	"from_label" integer NOT NULL,
	"label_count" integer NOT NULL,
	"outcome" smallint NOT NULL,
	"reason" text,
	"device_id" text,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"begin_time" timestamp (0) with time zone NOT NULL,
	"end_time" timestamp (0) with time zone,
	CONSTRAINT "print_run_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "notice_content" (
	"tenant_id" text NOT NULL,
	"notice_id" bigint NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "notice_content_tenant_id_notice_id_pk" PRIMARY KEY("tenant_id","notice_id")
);

--> statement-breakpoint
CREATE TABLE "notice_receipt" (
	"tenant_id" text NOT NULL,
	"notice_id" bigint NOT NULL,
	"release_no" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"confirm_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "notice_receipt_tenant_id_notice_id_release_no_user_id_pk" PRIMARY KEY("tenant_id","notice_id","release_no","user_id")
);

--> statement-breakpoint
CREATE TABLE "flow_instance" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"process_id" bigint NOT NULL,
	"title" text NOT NULL,
	"business_table" text DEFAULT '' NOT NULL,
	"business_id" bigint,
	"start_user" bigint NOT NULL,
	"start_user_name" text NOT NULL,
	"start_time" timestamp (0) with time zone NOT NULL,
	"end_time" timestamp (0) with time zone,
	"state" smallint NOT NULL,
	"outcome" text DEFAULT '' NOT NULL,
	"engine_state" jsonb,
	"variables" jsonb NOT NULL,
	CONSTRAINT "flow_instance_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "flow_model" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"model_key" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"xml" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created" timestamp (0) with time zone NOT NULL,
	"created_by" text NOT NULL,
	"last_updated" timestamp (0) with time zone NOT NULL,
	"last_updated_by" text NOT NULL,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "flow_model_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "flow_process" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"process_key" text NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"category" text NOT NULL,
	"mode" smallint NOT NULL,
	"deployment_id" bigint NOT NULL,
	"resource_name" text NOT NULL,
	"xml" text NOT NULL,
	"tasks" jsonb NOT NULL,
	"suspension_state" smallint DEFAULT 1 NOT NULL,
	"deployment_time" timestamp (0) with time zone NOT NULL,
	"deployed_by" text NOT NULL,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	CONSTRAINT "flow_process_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "flow_step" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"instance_id" bigint NOT NULL,
	"activity_id" text NOT NULL,
	"activity_type" text NOT NULL,
	"activity_name" text DEFAULT '' NOT NULL,
	"execution_id" text DEFAULT '' NOT NULL,
	"start_time" timestamp (0) with time zone NOT NULL,
	"end_time" timestamp (0) with time zone,
	CONSTRAINT "flow_step_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "flow_task" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"instance_id" bigint NOT NULL,
	"task_key" text NOT NULL,
	"name" text NOT NULL,
	"execution_id" text NOT NULL,
	"assignee" bigint,
	"assignee_name" text,
	"candidate_users" bigint[] NOT NULL,
	"candidate_groups" text[] NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"claim_time" timestamp (0) with time zone,
	"end_time" timestamp (0) with time zone,
	"state" smallint NOT NULL,
	"is_pass" smallint,
	"comment" text DEFAULT '' NOT NULL,
	CONSTRAINT "flow_task_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "process_leave" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"process_id" bigint NOT NULL,
	"instance_id" bigint NOT NULL,
	"start_time" timestamp (0) with time zone NOT NULL,
	"end_time" timestamp (0) with time zone NOT NULL,
	"reason" text NOT NULL,
	"task_user" bigint NOT NULL,
	"task_user_name" text NOT NULL,
	"apply_user" bigint NOT NULL,
	"apply_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "process_leave_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "post" (
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
	"category" integer,
	"post_code" text,
	"post_name" text,
	"sort" bigint,
	"remark" text,
	CONSTRAINT "post_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "login_provider" (
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
	"source" text,
	"provider_name" text,
	"provider_name_en" text,
	"provider_kind" integer,
	"authorize_url" text,
	"token_url" text,
	"user_url" text,
	"app_id" text,
	"app_secret" text,
	"secret_style" integer,
	"scope" text,
	"subject_field" text,
	"name_field" text,
	"account_field" text,
	"sort" bigint,
	"remark" text,
	CONSTRAINT "login_provider_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "notice" (
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
	"title" text,
	"category" integer,
	"notice_state" integer,
	"must_confirm" smallint,
	"audience" integer,
	"dept_ids" bigint[],
	"role_ids" bigint[],
	"user_ids" bigint[],
	"release_time" timestamp (0) with time zone,
	"release_no" bigint,
	"publish_time" timestamp (0) with time zone,
	CONSTRAINT "notice_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "param" (
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
	"param_name" text,
	"param_key" text,
	"param_value" text,
	"remark" text,
	CONSTRAINT "param_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "tenant_package" (
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
	"package_name" text,
	"menu_id" text,
	"remark" text,
	CONSTRAINT "tenant_package_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
ALTER TABLE "auth_client" ADD COLUMN "scope" text DEFAULT 'all' NOT NULL;
--> statement-breakpoint
ALTER TABLE "auth_client" ADD COLUMN "redirect_uri" text;
--> statement-breakpoint
ALTER TABLE "auth_client" ADD COLUMN "remark" text;
--> statement-breakpoint
ALTER TABLE "auth_client" ADD COLUMN "create_time" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "auth_client" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "auth_client" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "login_log" ADD COLUMN "client" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "login_log" ADD COLUMN "client_id" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "login_log" ADD COLUMN "device_id" text;
--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "linkman" text;
--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "contact_number" text;
--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "address" text;
--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "domain_url" text;
--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "background_url" text;
--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "account_number" integer DEFAULT -1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "package_id" bigint;
--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "datasource_id" text DEFAULT 'default' NOT NULL;
--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "update_time" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "tenant" ADD COLUMN "is_deleted" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "number_block" ADD COLUMN "apply_id" bigint;
--> statement-breakpoint
ALTER TABLE "code_style" ADD COLUMN "is_default" smallint;
--> statement-breakpoint
ALTER TABLE "code_style" ADD COLUMN "layout" jsonb;
--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "post_ids" bigint[];
--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "user_type" integer;
--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "send_sample_client_id" bigint;
--> statement-breakpoint
CREATE INDEX "region_parent_ix" ON "region" USING btree ("parent_code");
--> statement-breakpoint
CREATE INDEX "sms_code_phone_ix" ON "sms_code" USING btree ("phone_hash","create_time");
--> statement-breakpoint
CREATE INDEX "sms_code_address_ix" ON "sms_code" USING btree ("remote_ip","create_time");
--> statement-breakpoint
CREATE UNIQUE INDEX "user_oauth_subject_uq" ON "user_oauth" USING btree ("tenant_id","source","subject");
--> statement-breakpoint
CREATE INDEX "user_oauth_user_ix" ON "user_oauth" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "code_apply_time_ix" ON "code_apply" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "code_apply_client_ix" ON "code_apply" USING btree ("tenant_id","send_sample_client_id","code_type");
--> statement-breakpoint
CREATE INDEX "code_apply_laboratory_ix" ON "code_apply" USING btree ("tenant_id","laboratory_id","code_type");
--> statement-breakpoint
CREATE INDEX "print_job_apply_ix" ON "print_job" USING btree ("tenant_id","apply_id");
--> statement-breakpoint
CREATE INDEX "print_job_time_ix" ON "print_job" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "print_run_open_uq" ON "print_run" USING btree ("tenant_id","print_id") WHERE outcome = 1 and print_id is not null;
--> statement-breakpoint
CREATE INDEX "print_run_time_ix" ON "print_run" USING btree ("tenant_id","begin_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "notice_receipt_user_ix" ON "notice_receipt" USING btree ("tenant_id","user_id","notice_id");
--> statement-breakpoint
CREATE INDEX "flow_instance_start_user_ix" ON "flow_instance" USING btree ("tenant_id","start_user","start_time" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "flow_instance_running_ix" ON "flow_instance" USING btree ("tenant_id","process_id") WHERE state = 1;
--> statement-breakpoint
CREATE UNIQUE INDEX "flow_model_key_uq" ON "flow_model" USING btree ("tenant_id","model_key") WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "flow_process_version_uq" ON "flow_process" USING btree ("tenant_id","process_key","version");
--> statement-breakpoint
CREATE INDEX "flow_process_deployment_ix" ON "flow_process" USING btree ("tenant_id","deployment_id");
--> statement-breakpoint
CREATE INDEX "flow_step_instance_ix" ON "flow_step" USING btree ("tenant_id","instance_id","id");
--> statement-breakpoint
CREATE UNIQUE INDEX "flow_task_execution_uq" ON "flow_task" USING btree ("tenant_id","instance_id","execution_id");
--> statement-breakpoint
CREATE INDEX "flow_task_assignee_ix" ON "flow_task" USING btree ("tenant_id","assignee","state","create_time" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "flow_task_unclaimed_ix" ON "flow_task" USING btree ("tenant_id","create_time" DESC NULLS FIRST) WHERE state = 1 and assignee is null;
--> statement-breakpoint
CREATE UNIQUE INDEX "process_leave_instance_uq" ON "process_leave" USING btree ("tenant_id","instance_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "post_post_code_uq" ON "post" USING btree ("tenant_id",lower("post_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "post_category_ix" ON "post" USING btree ("tenant_id","category");
--> statement-breakpoint
CREATE INDEX "post_change_ix" ON "post" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "post_order_ix" ON "post" USING btree ("tenant_id","sort" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "post_grams_ix" ON "post" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "login_provider_source_uq" ON "login_provider" USING btree ("tenant_id",lower("source")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "login_provider_provider_kind_ix" ON "login_provider" USING btree ("tenant_id","provider_kind");
--> statement-breakpoint
CREATE INDEX "login_provider_change_ix" ON "login_provider" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "login_provider_order_ix" ON "login_provider" USING btree ("tenant_id","sort" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "login_provider_grams_ix" ON "login_provider" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "notice_category_ix" ON "notice" USING btree ("tenant_id","category");
--> statement-breakpoint
CREATE INDEX "notice_notice_state_ix" ON "notice" USING btree ("tenant_id","notice_state");
--> statement-breakpoint
CREATE INDEX "notice_must_confirm_ix" ON "notice" USING btree ("tenant_id","must_confirm");
--> statement-breakpoint
CREATE INDEX "notice_change_ix" ON "notice" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "notice_order_ix" ON "notice" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "notice_grams_ix" ON "notice" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "param_param_key_uq" ON "param" USING btree ("tenant_id",lower("param_key")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "param_change_ix" ON "param" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "param_order_ix" ON "param" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "param_grams_ix" ON "param" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_package_package_name_uq" ON "tenant_package" USING btree ("tenant_id",lower("package_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "tenant_package_change_ix" ON "tenant_package" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "tenant_package_order_ix" ON "tenant_package" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "tenant_package_grams_ix" ON "tenant_package" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "number_block_apply_ix" ON "number_block" USING btree ("tenant_id","apply_id") WHERE apply_id is not null;
--> statement-breakpoint
CREATE INDEX "user_account_send_sample_client_id_ix" ON "user_account" USING btree ("tenant_id","send_sample_client_id");
