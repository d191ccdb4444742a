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
CREATE TABLE "cancer_guidance" (
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
	"cancer_type" text,
	"icd_code" text,
	"gene_symbol" text,
	"variant_class" text,
	"qualitative_result" integer,
	"sex" integer,
	"age_from" bigint,
	"age_to" bigint,
	"guidance" text,
	"drug_advice" text,
	"evidence_level" text,
	"citation" text,
	"author_id" bigint,
	"reviewer_id" bigint,
	"review_time" timestamp (0) with time zone,
	"print_time" timestamp (0) with time zone,
	CONSTRAINT "cancer_guidance_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE INDEX "report_upload_time_ix" ON "report_upload" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "report_upload_sample_ix" ON "report_upload" USING btree ("tenant_id","sample_id","id" DESC NULLS LAST);
--> statement-breakpoint
CREATE INDEX "report_upload_bytes_ix" ON "report_upload" USING btree ("tenant_id","sha256");
--> statement-breakpoint
CREATE INDEX "report_upload_version_ix" ON "report_upload" USING btree ("tenant_id","version_id");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_variant_class_ix" ON "cancer_guidance" USING btree ("tenant_id","variant_class");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_qualitative_result_ix" ON "cancer_guidance" USING btree ("tenant_id","qualitative_result");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_author_id_ix" ON "cancer_guidance" USING btree ("tenant_id","author_id");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_reviewer_id_ix" ON "cancer_guidance" USING btree ("tenant_id","reviewer_id");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_change_ix" ON "cancer_guidance" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_order_ix" ON "cancer_guidance" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "cancer_guidance_grams_ix" ON "cancer_guidance" USING gin ("grams");
