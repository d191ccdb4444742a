ALTER TABLE "send_sample_client" ADD COLUMN "province_name" text;
--> statement-breakpoint
CREATE INDEX "handover_sign_ix" ON "handover" USING btree ("tenant_id","sign_time") WHERE sign_time is not null;
--> statement-breakpoint
CREATE INDEX "sample_reject_time_ix" ON "sample" USING btree ("tenant_id","reject_time") WHERE reject_time is not null;
--> statement-breakpoint
CREATE INDEX "lab_task_due_ix" ON "lab_task" USING btree ("tenant_id","external_due_time") WHERE external_due_time is not null;
--> statement-breakpoint
CREATE INDEX "report_period_time_ix" ON "report_period" USING btree ("tenant_id","report_time");
