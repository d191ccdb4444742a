ALTER TABLE "code_style" ADD COLUMN "send_sample_client_id" bigint;
--> statement-breakpoint
CREATE INDEX "code_style_send_sample_client_id_ix" ON "code_style" USING btree ("tenant_id","send_sample_client_id");
