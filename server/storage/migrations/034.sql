ALTER TABLE "report" ADD COLUMN "paper_due" smallint DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "commodity" ADD COLUMN "is_research" smallint;
--> statement-breakpoint
ALTER TABLE "item" ADD COLUMN "critical_low" numeric(18, 2);
--> statement-breakpoint
ALTER TABLE "item" ADD COLUMN "critical_high" numeric(18, 2);
--> statement-breakpoint
CREATE INDEX "report_paper_ix" ON "report" USING btree ("tenant_id","issue_time","id") WHERE paper_due > 0;
--> statement-breakpoint
CREATE INDEX "report_version_config_ix" ON "report_version" USING btree ("tenant_id","config_id") WHERE config_id is not null;
