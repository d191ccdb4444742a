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
ALTER TABLE "commodity" ADD COLUMN "notice_name" text;
--> statement-breakpoint
ALTER TABLE "sms_platform" ADD COLUMN "receipt_key" text;
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
