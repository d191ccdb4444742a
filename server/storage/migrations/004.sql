ALTER TABLE "menu" ADD COLUMN "role_aliases" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "send_sample_client" ADD COLUMN "salesman_id" bigint;
--> statement-breakpoint
ALTER TABLE "send_sample_client" ADD COLUMN "is_excluded" smallint;
--> statement-breakpoint
ALTER TABLE "send_sample_client" ADD COLUMN "is_giving" smallint;
--> statement-breakpoint
ALTER TABLE "user_account" ADD COLUMN "build_type" integer;
--> statement-breakpoint
CREATE INDEX "send_sample_client_salesman_id_ix" ON "send_sample_client" USING btree ("tenant_id","salesman_id");
--> statement-breakpoint
CREATE INDEX "send_sample_client_is_excluded_ix" ON "send_sample_client" USING btree ("tenant_id","is_excluded");
--> statement-breakpoint
CREATE INDEX "send_sample_client_is_giving_ix" ON "send_sample_client" USING btree ("tenant_id","is_giving");
