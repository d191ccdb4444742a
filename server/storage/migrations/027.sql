ALTER TABLE "bill_email" ADD COLUMN "begin_time" date NOT NULL;
--> statement-breakpoint
ALTER TABLE "bill_email" ADD COLUMN "content_hash" text;
--> statement-breakpoint
ALTER TABLE "bill_email" ADD COLUMN "not_before" timestamp (0) with time zone;
--> statement-breakpoint
CREATE INDEX "bill_email_due_ix" ON "bill_email" USING btree ("not_before") WHERE send = 1 and send_result = 0 and send_time is null;
