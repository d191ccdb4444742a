DROP INDEX "login_phone_user_uq";
--> statement-breakpoint
DROP INDEX "report_version_token_uq";
--> statement-breakpoint
DROP INDEX "report_link_token_uq";
--> statement-breakpoint
ALTER TABLE "audit_entry" DROP CONSTRAINT "audit_entry_pkey";
--> statement-breakpoint
ALTER TABLE "client_op" DROP CONSTRAINT "client_op_pkey";
--> statement-breakpoint
ALTER TABLE "kept_act" DROP CONSTRAINT "kept_act_pkey";
--> statement-breakpoint
ALTER TABLE "client_error" DROP CONSTRAINT "client_error_pkey";
--> statement-breakpoint
ALTER TABLE "login_log" DROP CONSTRAINT "login_log_pkey";
--> statement-breakpoint
ALTER TABLE "login_state" DROP CONSTRAINT "login_state_pkey";
--> statement-breakpoint
ALTER TABLE "menu" DROP CONSTRAINT "menu_pkey";
--> statement-breakpoint
ALTER TABLE "refresh_session" DROP CONSTRAINT "refresh_session_pkey";
--> statement-breakpoint
ALTER TABLE "second_factor" DROP CONSTRAINT "second_factor_pkey";
--> statement-breakpoint
ALTER TABLE "sms_code" DROP CONSTRAINT "sms_code_pkey";
--> statement-breakpoint
ALTER TABLE "user_credential" DROP CONSTRAINT "user_credential_pkey";
--> statement-breakpoint
ALTER TABLE "user_oauth" DROP CONSTRAINT "user_oauth_pkey";
--> statement-breakpoint
ALTER TABLE "audit_entry" ADD CONSTRAINT "audit_entry_pk" PRIMARY KEY("id","tenant_id");
--> statement-breakpoint
ALTER TABLE "client_op" ADD CONSTRAINT "client_op_pk" PRIMARY KEY("op_id","tenant_id");
--> statement-breakpoint
ALTER TABLE "kept_act" ADD CONSTRAINT "kept_act_pk" PRIMARY KEY("op_id","tenant_id");
--> statement-breakpoint
ALTER TABLE "client_error" ADD CONSTRAINT "client_error_pk" PRIMARY KEY("id","tenant_id");
--> statement-breakpoint
ALTER TABLE "login_log" ADD CONSTRAINT "login_log_pk" PRIMARY KEY("id","tenant_id");
--> statement-breakpoint
ALTER TABLE "login_state" ADD CONSTRAINT "login_state_pk" PRIMARY KEY("state_hash","tenant_id");
--> statement-breakpoint
ALTER TABLE "menu" ADD CONSTRAINT "menu_pk" PRIMARY KEY("id","tenant_id");
--> statement-breakpoint
ALTER TABLE "refresh_session" ADD CONSTRAINT "refresh_session_pk" PRIMARY KEY("id","tenant_id");
--> statement-breakpoint
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_pk" PRIMARY KEY("user_id","tenant_id");
--> statement-breakpoint
ALTER TABLE "sms_code" ADD CONSTRAINT "sms_code_pk" PRIMARY KEY("id","tenant_id");
--> statement-breakpoint
ALTER TABLE "user_credential" ADD CONSTRAINT "user_credential_pk" PRIMARY KEY("user_id","tenant_id");
--> statement-breakpoint
ALTER TABLE "user_oauth" ADD CONSTRAINT "user_oauth_pk" PRIMARY KEY("id","tenant_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "login_phone_user_uq" ON "login_phone" USING btree ("user_id","tenant_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_version_token_uq" ON "report_version" USING btree ("verify_token","tenant_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_link_token_uq" ON "report_link" USING btree ("token_sha256","tenant_id");
