CREATE TABLE "release_switch" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"laboratory_id" bigint,
	"is_on" smallint NOT NULL,
	"reason" text NOT NULL,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "release_switch_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "report_chain" (
	"tenant_id" text NOT NULL,
	"last_hash" text NOT NULL,
	"last_version_id" bigint,
	CONSTRAINT "report_chain_pk" PRIMARY KEY("tenant_id")
);

--> statement-breakpoint
CREATE TABLE "report" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"report_no" text NOT NULL,
	"requisition_id" bigint NOT NULL,
	"requisition_code" text NOT NULL,
	"report_kind" smallint NOT NULL,
	"group_key" text NOT NULL,
	"laboratory_id" bigint NOT NULL,
	"execute_laboratory_id" bigint NOT NULL,
	"send_sample_client_id" bigint,
	"report_title_id" bigint,
	"panel_group_ids" bigint[] NOT NULL,
	"commodity_ids" bigint[] NOT NULL,
	"qualitative_result" smallint,
	"is_urgent" smallint DEFAULT 0 NOT NULL,
	"state" smallint NOT NULL,
	"current_version_no" integer DEFAULT 0 NOT NULL,
	"fault" jsonb,
	"tries" integer DEFAULT 0 NOT NULL,
	"is_auto" smallint DEFAULT 0 NOT NULL,
	"due_time" timestamp (0) with time zone,
	"second_audit_time" timestamp (0) with time zone,
	"first_issue_time" timestamp (0) with time zone,
	"issue_time" timestamp (0) with time zone,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "report_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "report_task" (
	"tenant_id" text NOT NULL,
	"report_id" bigint NOT NULL,
	"task_id" bigint NOT NULL,
	"sample_code" text NOT NULL,
	CONSTRAINT "report_task_pk" PRIMARY KEY("tenant_id","report_id","task_id")
);

--> statement-breakpoint
CREATE TABLE "report_version" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"report_id" bigint NOT NULL,
	"version_no" integer NOT NULL,
	"state" smallint NOT NULL,
	"source" smallint NOT NULL,
	"template_id" bigint,
	"template_version_no" integer,
	"config_id" bigint,
	"conversion_no" integer,
	"facts" jsonb NOT NULL,
	"facts_sha256" text NOT NULL,
	"basis" jsonb NOT NULL,
	"draft_sha256" text NOT NULL,
	"pdf_sha256" text,
	"pages" integer NOT NULL,
	"engine_version" text NOT NULL,
	"signatures" jsonb NOT NULL,
	"prev_hash" text,
	"chain_hash" text,
	"verify_token" text NOT NULL,
	"amend_reason" text,
	"maker_id" bigint,
	"maker_name" text NOT NULL,
	"auditor_id" bigint,
	"auditor_name" text,
	"issue_time" timestamp (0) with time zone,
	"held_until" timestamp (0) with time zone,
	"criterion_version" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "report_version_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "report_view" (
	"tenant_id" text NOT NULL,
	"id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"pdf_sha256" text NOT NULL,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "report_view_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "report_strategy" (
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
	"strategy_code" text,
	"strategy_name" text,
	"group_mode" integer,
	"wait_mode" integer,
	"is_auto_generate" smallint,
	"is_auto_release" smallint,
	"criterion_id" bigint,
	"is_third_release" smallint,
	"hold_minutes" bigint,
	"channels" integer[],
	"mail_mode" integer,
	"link_days" bigint,
	"paper_copies" bigint,
	"remark" text,
	CONSTRAINT "report_strategy_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "release_criterion" (
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
	"criterion_code" text,
	"criterion_name" text,
	"state" integer,
	"version_no" bigint,
	"panel_group_ids" bigint[],
	"age_from" bigint,
	"age_to" bigint,
	"review_date" date,
	"validation_note" text,
	"author_id" bigint,
	"approver_id" bigint,
	"approve_time" timestamp (0) with time zone,
	"remark" text,
	CONSTRAINT "release_criterion_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "report_config" (
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
	"config_name" text,
	"config_type" integer,
	"laboratory_id" bigint,
	"send_sample_client_ids" bigint[],
	"report_title_ids" bigint[],
	"commodity_ids" bigint[],
	"panel_group_ids" bigint[],
	"report_kind" integer,
	"template_id" bigint,
	"strategy_id" bigint,
	"valid_from" date,
	"valid_to" date,
	"conversion" jsonb,
	"conversion_no" bigint,
	"remark" text,
	CONSTRAINT "report_config_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "report_receiver" (
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
	"receiver_name" text,
	"channel" integer,
	"email" text,
	"password" text,
	"address" text,
	"commodity_ids" bigint[],
	"laboratory_id" bigint,
	"remark" text,
	CONSTRAINT "report_receiver_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE INDEX "release_switch_last_ix" ON "release_switch" USING btree ("tenant_id","laboratory_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE UNIQUE INDEX "report_no_uq" ON "report" USING btree ("tenant_id","report_no");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_group_uq" ON "report" USING btree ("tenant_id","requisition_id","group_key");
--> statement-breakpoint
CREATE INDEX "report_open_ix" ON "report" USING btree ("tenant_id","state","laboratory_id","due_time","id") WHERE state in (0, 1, 2, 3, 5, 7);
--> statement-breakpoint
CREATE INDEX "report_code_ix" ON "report" USING btree ("tenant_id","requisition_code");
--> statement-breakpoint
CREATE INDEX "report_laboratory_ix" ON "report" USING btree ("tenant_id","laboratory_id","issue_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_client_ix" ON "report" USING btree ("tenant_id","send_sample_client_id","issue_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_task_task_ix" ON "report_task" USING btree ("tenant_id","task_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_version_no_uq" ON "report_version" USING btree ("tenant_id","report_id","version_no");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_version_token_uq" ON "report_version" USING btree ("verify_token");
--> statement-breakpoint
CREATE INDEX "report_version_pdf_ix" ON "report_version" USING btree ("tenant_id","pdf_sha256");
--> statement-breakpoint
CREATE INDEX "report_version_chain_ix" ON "report_version" USING btree ("tenant_id","issue_time" DESC NULLS FIRST,"id") WHERE chain_hash is not null;
--> statement-breakpoint
CREATE INDEX "report_view_version_ix" ON "report_view" USING btree ("tenant_id","version_id","user_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_strategy_strategy_code_uq" ON "report_strategy" USING btree ("tenant_id",lower("strategy_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "report_strategy_strategy_name_uq" ON "report_strategy" USING btree ("tenant_id",lower("strategy_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "report_strategy_group_mode_ix" ON "report_strategy" USING btree ("tenant_id","group_mode");
--> statement-breakpoint
CREATE INDEX "report_strategy_criterion_id_ix" ON "report_strategy" USING btree ("tenant_id","criterion_id");
--> statement-breakpoint
CREATE INDEX "report_strategy_change_ix" ON "report_strategy" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "report_strategy_order_ix" ON "report_strategy" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_strategy_grams_ix" ON "report_strategy" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "release_criterion_criterion_code_uq" ON "release_criterion" USING btree ("tenant_id",lower("criterion_code")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "release_criterion_criterion_name_uq" ON "release_criterion" USING btree ("tenant_id",lower("criterion_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "release_criterion_state_ix" ON "release_criterion" USING btree ("tenant_id","state");
--> statement-breakpoint
CREATE INDEX "release_criterion_author_id_ix" ON "release_criterion" USING btree ("tenant_id","author_id");
--> statement-breakpoint
CREATE INDEX "release_criterion_approver_id_ix" ON "release_criterion" USING btree ("tenant_id","approver_id");
--> statement-breakpoint
CREATE INDEX "release_criterion_change_ix" ON "release_criterion" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "release_criterion_order_ix" ON "release_criterion" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "release_criterion_grams_ix" ON "release_criterion" USING gin ("grams");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_config_config_name_uq" ON "report_config" USING btree ("tenant_id",lower("config_name")) WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "report_config_laboratory_id_ix" ON "report_config" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "report_config_report_kind_ix" ON "report_config" USING btree ("tenant_id","report_kind");
--> statement-breakpoint
CREATE INDEX "report_config_template_id_ix" ON "report_config" USING btree ("tenant_id","template_id");
--> statement-breakpoint
CREATE INDEX "report_config_strategy_id_ix" ON "report_config" USING btree ("tenant_id","strategy_id");
--> statement-breakpoint
CREATE INDEX "report_config_change_ix" ON "report_config" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "report_config_order_ix" ON "report_config" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_config_grams_ix" ON "report_config" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "report_receiver_send_sample_client_id_ix" ON "report_receiver" USING btree ("tenant_id","send_sample_client_id");
--> statement-breakpoint
CREATE INDEX "report_receiver_channel_ix" ON "report_receiver" USING btree ("tenant_id","channel");
--> statement-breakpoint
CREATE INDEX "report_receiver_laboratory_id_ix" ON "report_receiver" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "report_receiver_change_ix" ON "report_receiver" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "report_receiver_order_ix" ON "report_receiver" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_receiver_grams_ix" ON "report_receiver" USING gin ("grams");
