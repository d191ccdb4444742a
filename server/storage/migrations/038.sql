CREATE INDEX "requisition_original_ix" ON "requisition" USING btree ("tenant_id","original_sample_code") WHERE original_sample_code is not null;
