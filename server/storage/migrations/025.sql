CREATE TABLE "report_upload" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"sample_id" bigint NOT NULL,
	"sample_code" text NOT NULL,
	"laboratory_id" bigint NOT NULL,
	"entrusted_laboratory_id" bigint NOT NULL,
	"external_report_no" text,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"size" integer NOT NULL,
	"checks" jsonb NOT NULL,
	"report_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"upload_user_id" bigint NOT NULL,
	"upload_user_name" text NOT NULL,
	"reason" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "report_upload_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE INDEX "report_upload_time_ix" ON "report_upload" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_upload_sample_ix" ON "report_upload" USING btree ("tenant_id","sample_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "report_upload_bytes_ix" ON "report_upload" USING btree ("tenant_id","sha256");
--> statement-breakpoint
CREATE INDEX "report_upload_version_ix" ON "report_upload" USING btree ("tenant_id","version_id");
