ALTER TABLE "expected_sample" ADD COLUMN "state_before" smallint;
--> statement-breakpoint
CREATE INDEX "expected_sample_here_ix" ON "expected_sample" USING btree ("tenant_id","sample_id") WHERE sample_id is not null;
--> statement-breakpoint
CREATE INDEX "expected_sample_partner_ix" ON "expected_sample" USING btree ("tenant_id",lower(partner),"expect_time");
--> statement-breakpoint
CREATE INDEX "expected_sample_time_ix" ON "expected_sample" USING btree ("tenant_id","expect_time");
