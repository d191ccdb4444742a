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
