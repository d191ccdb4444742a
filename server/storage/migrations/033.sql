ALTER TABLE "lab_finding" ADD COLUMN "control_times" numeric(18, 4);
--> statement-breakpoint
ALTER TABLE "lab_finding" ADD COLUMN "is_background" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "result_file_row" ADD COLUMN "findings" jsonb;
