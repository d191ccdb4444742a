DROP INDEX "lab_result_item_ix";
--> statement-breakpoint
CREATE INDEX "lab_result_item_ix" ON "lab_result" USING btree ("tenant_id","item_id","task_id");
