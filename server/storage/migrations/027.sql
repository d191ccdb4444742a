ALTER TABLE "bill_email" ADD COLUMN "begin_time" date NOT NULL;
--> statement-breakpoint
ALTER TABLE "bill_email" ADD COLUMN "content_hash" text;
--> statement-breakpoint
ALTER TABLE "bill_email" ADD COLUMN "not_before" timestamp (0) with time zone;
--> statement-breakpoint
CREATE INDEX "bill_email_due_ix" ON "bill_email" USING btree ("not_before") WHERE send = 1 and send_result = 0 and send_time is null;
--> statement-breakpoint
CREATE INDEX "sales_line_related_ix" ON "sales_line" USING btree ("tenant_id","audit_time" DESC NULLS FIRST,"id") WHERE reported = 1 and contract_laboratory_id <> execute_laboratory_id;
