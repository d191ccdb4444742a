CREATE INDEX "requisition_courier_ix" ON "requisition" USING btree ("tenant_id","courier_number") WHERE courier_number is not null;
