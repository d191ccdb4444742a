CREATE TABLE "list_export" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"resource" text NOT NULL,
	"query" jsonb NOT NULL,
	"language" text NOT NULL,
	"state" smallint NOT NULL,
	"total_count" integer NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"fault" text,
	"sha256" text,
	"size" bigint,
	"create_user" bigint NOT NULL,
	"create_user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"end_time" timestamp (0) with time zone,
	"until_time" timestamp (0) with time zone,
	CONSTRAINT "list_export_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE INDEX "list_export_user_ix" ON "list_export" USING btree ("tenant_id","create_user","create_time");
