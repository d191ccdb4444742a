CREATE TABLE "partner_result" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"interface_id" bigint NOT NULL,
	"partner" text NOT NULL,
	"report_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"report_no" text NOT NULL,
	"report_version" integer NOT NULL,
	"requisition_id" bigint NOT NULL,
	"requisition_code" text NOT NULL,
	"sample_code" text,
	"third_bar_code" text,
	"hospital_code" text,
	"kind" smallint NOT NULL,
	"contract_laboratory_id" bigint NOT NULL,
	"send_sample_client_id" bigint,
	"patient_name" text,
	"commodity_id" bigint NOT NULL,
	"commodity_code" text,
	"sampling_time" timestamp (0) with time zone,
	"receive_time" timestamp (0) with time zone,
	"check_time_two" timestamp (0) with time zone,
	"content" jsonb NOT NULL,
	"push_state" smallint DEFAULT 0 NOT NULL,
	"is_held" smallint DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"next_time" timestamp (0) with time zone,
	"push_time" timestamp (0) with time zone,
	"may_have_left" smallint DEFAULT 0 NOT NULL,
	"remark" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "partner_result_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "parcel_event" (
	"tenant_id" text NOT NULL,
	"parcel_id" bigint NOT NULL,
	"op_code" text NOT NULL,
	"accept_time" timestamp (0) with time zone NOT NULL,
	"remark_hash" text NOT NULL,
	"remark" text NOT NULL,
	"accept_address" text NOT NULL,
	"first_status_code" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "parcel_event_pk" PRIMARY KEY("tenant_id","parcel_id","accept_time","op_code","remark_hash")
);

--> statement-breakpoint
CREATE TABLE "parcel" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"courier_number" text NOT NULL,
	"ji_jian_city" text,
	"ji_jian_time" timestamp (0) with time zone,
	"qian_shou_city" text,
	"qian_shou_time" timestamp (0) with time zone,
	"delivery_hours" numeric(8, 1),
	"status" smallint DEFAULT 0 NOT NULL,
	"asked_time" timestamp (0) with time zone,
	"fault" text,
	"next_query_time" timestamp (0) with time zone,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "parcel_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "courier_account" (
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
	"account_name" text,
	"api_url" text,
	"partner_id" text,
	"checkword" text,
	"phone_tail" text,
	"push_key" text,
	"remark" text,
	CONSTRAINT "courier_account_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
ALTER TABLE "send_sample_client" ADD COLUMN "province_name" text;
--> statement-breakpoint
CREATE UNIQUE INDEX "partner_result_uq" ON "partner_result" USING btree ("tenant_id","partner","report_id","report_version","commodity_id","kind");
--> statement-breakpoint
CREATE INDEX "partner_result_version_ix" ON "partner_result" USING btree ("tenant_id","report_id","version_id");
--> statement-breakpoint
CREATE INDEX "partner_result_due_ix" ON "partner_result" USING btree ("next_time") WHERE push_state = 0;
--> statement-breakpoint
CREATE INDEX "partner_result_list_ix" ON "partner_result" USING btree ("tenant_id",lower(partner),"push_state","check_time_two");
--> statement-breakpoint
CREATE INDEX "partner_result_time_ix" ON "partner_result" USING btree ("tenant_id","check_time_two","id");
--> statement-breakpoint
CREATE INDEX "partner_result_sample_ix" ON "partner_result" USING btree ("tenant_id","sample_code");
--> statement-breakpoint
CREATE UNIQUE INDEX "parcel_number_uq" ON "parcel" USING btree ("tenant_id","courier_number");
--> statement-breakpoint
CREATE INDEX "parcel_due_ix" ON "parcel" USING btree ("next_query_time","id") WHERE next_query_time is not null;
--> statement-breakpoint
CREATE INDEX "parcel_signed_ix" ON "parcel" USING btree ("tenant_id","qian_shou_time") WHERE qian_shou_time is not null;
--> statement-breakpoint
CREATE INDEX "courier_account_change_ix" ON "courier_account" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "courier_account_order_ix" ON "courier_account" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "courier_account_grams_ix" ON "courier_account" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "handover_sign_ix" ON "handover" USING btree ("tenant_id","sign_time") WHERE sign_time is not null;
--> statement-breakpoint
CREATE INDEX "sample_reject_time_ix" ON "sample" USING btree ("tenant_id","reject_time") WHERE reject_time is not null;
--> statement-breakpoint
CREATE INDEX "lab_task_due_ix" ON "lab_task" USING btree ("tenant_id","external_due_time") WHERE external_due_time is not null;
--> statement-breakpoint
CREATE INDEX "report_period_time_ix" ON "report_period" USING btree ("tenant_id","report_time");
