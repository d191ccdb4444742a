CREATE TABLE "mail_message" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"report_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"report_no" text NOT NULL,
	"receiver_id" bigint,
	"receiver_name" text,
	"email" text,
	"mail_mode" smallint NOT NULL,
	"state" smallint NOT NULL,
	"is_held" smallint DEFAULT 0 NOT NULL,
	"not_before" timestamp (0) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"message_id" text NOT NULL,
	"answer" text,
	"send_time" timestamp (0) with time zone,
	"left_time" timestamp (0) with time zone,
	"reason" text,
	"user_id" bigint,
	"user_name" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "mail_message_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "report_link" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"report_id" bigint NOT NULL,
	"version_id" bigint NOT NULL,
	"token_sha256" text NOT NULL,
	"channel" smallint NOT NULL,
	"receiver_name" text NOT NULL,
	"receiver_id" bigint,
	"mail_id" bigint,
	"expire_time" timestamp (0) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"open_time" timestamp (0) with time zone,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "report_link_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
ALTER TABLE "report_view" ALTER COLUMN "user_id" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "report_view" ADD COLUMN "link_id" bigint;
--> statement-breakpoint
CREATE UNIQUE INDEX "mail_message_receiver_uq" ON "mail_message" USING btree ("tenant_id","version_id","receiver_id") WHERE receiver_id is not null;
--> statement-breakpoint
CREATE INDEX "mail_message_due_ix" ON "mail_message" USING btree ("not_before","tenant_id","id") WHERE state = 2 and is_held = 0;
--> statement-breakpoint
CREATE INDEX "mail_message_version_ix" ON "mail_message" USING btree ("tenant_id","version_id");
--> statement-breakpoint
CREATE INDEX "mail_message_time_ix" ON "mail_message" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "mail_message_state_ix" ON "mail_message" USING btree ("tenant_id","state","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "report_link_token_uq" ON "report_link" USING btree ("token_sha256");
--> statement-breakpoint
CREATE INDEX "report_link_version_ix" ON "report_link" USING btree ("tenant_id","version_id");
