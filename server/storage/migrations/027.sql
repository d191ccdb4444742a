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
