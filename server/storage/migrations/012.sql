CREATE TABLE "sample_code_change" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"sample_id" bigint NOT NULL,
	"old_code" text NOT NULL,
	"new_code" text NOT NULL,
	"reason" text NOT NULL,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "sample_code_change_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE UNIQUE INDEX "sample_code_change_uq" ON "sample_code_change" USING btree ("tenant_id","old_code");
--> statement-breakpoint
CREATE INDEX "sample_code_change_sample_ix" ON "sample_code_change" USING btree ("tenant_id","sample_id");
