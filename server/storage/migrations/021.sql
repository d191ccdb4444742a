ALTER TABLE "lab_process_record" ALTER COLUMN "close_file_id" SET DATA TYPE text;
--> statement-breakpoint
ALTER TABLE "lab_process_record" ADD COLUMN "close_file_name" text;
