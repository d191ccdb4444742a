DROP INDEX "report_period_time_ix";
--> statement-breakpoint
ALTER TABLE "sample" ADD COLUMN "commodity_ids" bigint[];
--> statement-breakpoint
ALTER TABLE "lab_task" ADD COLUMN "report_time" timestamp (0) with time zone;
--> statement-breakpoint
ALTER TABLE "report_period" ADD COLUMN "contract_laboratory_id" bigint;
--> statement-breakpoint
CREATE INDEX "sample_counted_ix" ON "sample" USING btree ("tenant_id","receive_time","contract_laboratory_id","send_sample_client_id","lab_status","commodity_ids");
--> statement-breakpoint
CREATE INDEX "sample_door_ix" ON "sample" USING btree ("tenant_id","id","contract_laboratory_id","execute_laboratory_id","send_sample_client_id","lab_receive_time","lab_status","commodity_ids");
--> statement-breakpoint
CREATE INDEX "sample_untold_ix" ON "sample" USING btree ("tenant_id","receive_time","id") WHERE commodity_ids is null;
--> statement-breakpoint
CREATE INDEX "lab_task_late_ix" ON "lab_task" USING btree ("tenant_id","external_due_time") WHERE external_due_time is not null and (task_state <> 6 or report_time is null or report_time > external_due_time);
--> statement-breakpoint
CREATE INDEX "report_period_untold_ix" ON "report_period" USING btree ("tenant_id","report_time","task_id") WHERE contract_laboratory_id is null;
--> statement-breakpoint
CREATE INDEX "report_period_time_ix" ON "report_period" USING btree ("tenant_id","report_time","is_open","contract_laboratory_id","send_sample_client_id","commodity_ids");
