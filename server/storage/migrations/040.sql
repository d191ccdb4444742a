CREATE INDEX "requisition_image_removed_ix" ON "requisition_image" USING btree ("tenant_id","requisition_code") WHERE is_deleted = 1;
--> statement-breakpoint
CREATE INDEX "thirdparty_bind_released_ix" ON "thirdparty_bind_entry" USING btree ("tenant_id","bar_code") WHERE release_time is not null;
