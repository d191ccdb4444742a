DROP INDEX "expected_sample_time_ix";
--> statement-breakpoint
CREATE INDEX "sales_line_open_ix" ON "sales_line" USING btree ("tenant_id","state","receive_time" DESC NULLS FIRST,"id") WHERE state in (0, 1, 2);
--> statement-breakpoint
CREATE INDEX "sales_line_salesman_open_ix" ON "sales_line" USING btree ("tenant_id","salesman_id","audit_time" DESC NULLS FIRST,"id") WHERE state in (0, 1);
--> statement-breakpoint
CREATE INDEX "expected_sample_time_ix" ON "expected_sample" USING btree ("tenant_id","expect_time","laboratory_id","state","receive_time","source","send_sample_client_id");
