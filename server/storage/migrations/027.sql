ALTER TABLE "pack_task" ADD COLUMN "send_state" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "pack_task" ADD COLUMN "send_user_id" bigint;
