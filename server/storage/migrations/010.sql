ALTER TABLE "send_sample_client" ADD COLUMN "is_double_entry" smallint;
--> statement-breakpoint
ALTER TABLE "send_sample_client" ADD COLUMN "image_duty" integer;
--> statement-breakpoint
ALTER TABLE "commodity" ADD COLUMN "max_fetus_count" bigint;
