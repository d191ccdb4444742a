CREATE TABLE "login_phone" (
	"tenant_id" text NOT NULL,
	"phone" text NOT NULL,
	"user_id" bigint NOT NULL,
	"proven_time" timestamp with time zone NOT NULL,
	CONSTRAINT "login_phone_tenant_id_phone_pk" PRIMARY KEY("tenant_id","phone")
);

--> statement-breakpoint
CREATE UNIQUE INDEX "login_phone_user_uq" ON "login_phone" USING btree ("user_id");
--> statement-breakpoint
INSERT INTO "login_phone" ("tenant_id", "phone", "user_id", "proven_time") SELECT u.tenant_id, u.phone, u.id, max(l.login_time) FROM user_account u JOIN login_log l ON l.tenant_id = u.tenant_id AND l.user_id = u.id AND l.grant_type = 'sms_code' AND l.error_code = 0 WHERE u.is_deleted = 0 AND u.phone <> '' AND NOT EXISTS (SELECT 1 FROM user_account o WHERE o.tenant_id = u.tenant_id AND o.phone = u.phone AND o.id <> u.id AND o.is_deleted = 0) AND l.login_time > coalesce((SELECT max(a.create_time) FROM audit_entry a WHERE a.tenant_id = u.tenant_id AND a.subject = u.id::text AND a.action = 'userAccount.save' AND a.before -> 'phone' IS NOT NULL), '-infinity') GROUP BY u.tenant_id, u.phone, u.id;
