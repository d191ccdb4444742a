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
