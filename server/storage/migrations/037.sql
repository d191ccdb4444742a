-- What was written so far tells both languages in one text, and stays that text.
ALTER TABLE "bill" ALTER COLUMN "sync_result" SET DATA TYPE jsonb USING to_jsonb("sync_result");
--> statement-breakpoint
ALTER TABLE "sales_order" ALTER COLUMN "sync_result" SET DATA TYPE jsonb USING to_jsonb("sync_result");
