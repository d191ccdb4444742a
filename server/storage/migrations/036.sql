CREATE INDEX "sms_message_manual_ix" ON "sms_message" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id") WHERE state in (1, 3, 6, 7) or mark_status <> 0;
--> statement-breakpoint
CREATE INDEX "order_change_waiting_ix" ON "order_change" USING btree ("tenant_id",(audit_status <> 0::smallint),"apply_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
ALTER TABLE "interface_log" RENAME TO "interface_log_rest";
--> statement-breakpoint
ALTER TABLE "interface_log_rest" DROP CONSTRAINT "interface_log_pk";
--> statement-breakpoint
ALTER TABLE "interface_log_rest" ADD CONSTRAINT "interface_log_rest_pk" PRIMARY KEY("tenant_id","id","create_time");
--> statement-breakpoint
DROP INDEX "interface_log_type_ix";
--> statement-breakpoint
ALTER INDEX "interface_log_interface_ix" RENAME TO "interface_log_rest_interface_ix";
--> statement-breakpoint
ALTER INDEX "interface_log_key_ix" RENAME TO "interface_log_rest_key_ix";
--> statement-breakpoint
ALTER INDEX "interface_log_time_ix" RENAME TO "interface_log_rest_time_ix";
--> statement-breakpoint
ALTER INDEX "interface_log_replay_ix" RENAME TO "interface_log_rest_replay_ix";
--> statement-breakpoint
ALTER INDEX "interface_log_codes_ix" RENAME TO "interface_log_rest_codes_ix";
--> statement-breakpoint
CREATE TABLE "interface_log" (LIKE "interface_log_rest" INCLUDING DEFAULTS) PARTITION BY RANGE ("create_time");
--> statement-breakpoint
ALTER TABLE "interface_log" ADD CONSTRAINT "interface_log_pk" PRIMARY KEY("tenant_id","id","create_time");
--> statement-breakpoint
CREATE INDEX "interface_log_type_ix" ON "interface_log" USING btree ("tenant_id","interface_type","create_time" DESC NULLS FIRST,"id") WHERE is_deleted = 0;
--> statement-breakpoint
CREATE INDEX "interface_log_failed_ix" ON "interface_log" USING btree ("tenant_id","interface_type","create_time" DESC NULLS FIRST,"interface_id","id") WHERE is_deleted = 0 and credential_type = 2;
--> statement-breakpoint
CREATE INDEX "interface_log_interface_ix" ON "interface_log" USING btree ("tenant_id","interface_id","create_time" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX "interface_log_key_ix" ON "interface_log" USING btree ("tenant_id","call_key");
--> statement-breakpoint
CREATE INDEX "interface_log_time_ix" ON "interface_log" USING btree ("create_time");
--> statement-breakpoint
CREATE INDEX "interface_log_replay_ix" ON "interface_log" USING btree ("tenant_id","replay_of") WHERE replay_of is not null;
--> statement-breakpoint
CREATE INDEX "interface_log_codes_ix" ON "interface_log" USING gin ("codes");
--> statement-breakpoint
CREATE INDEX "interface_log_hidden_ix" ON "interface_log" USING btree ("create_time") WHERE is_deleted = 1;
--> statement-breakpoint
-- What no month takes; what was here before goes into its months by and by (server/op/logs/logMonths.ts).
ALTER TABLE "interface_log" ATTACH PARTITION "interface_log_rest" DEFAULT;
