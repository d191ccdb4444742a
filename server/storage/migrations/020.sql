CREATE INDEX "requisition_same_person_ix" ON "requisition" USING btree ("tenant_id","person_name","birth_date") WHERE birth_date is not null;
