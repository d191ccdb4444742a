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
ALTER TABLE "sample" ADD COLUMN "hold_count" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "send_sample_client" ADD COLUMN "contact_email" text;
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
