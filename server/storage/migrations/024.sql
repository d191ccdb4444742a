CREATE INDEX "report_issued_ix" ON "report" USING btree ("tenant_id","issue_time" DESC NULLS FIRST,"id");
