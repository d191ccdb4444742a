CREATE TABLE "saved_view" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"user_name" text NOT NULL,
	"screen" text NOT NULL,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"is_shared" smallint DEFAULT 0 NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "saved_view_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "saved_view_default" (
	"tenant_id" text NOT NULL,
	"user_id" bigint NOT NULL,
	"screen" text NOT NULL,
	"view_id" bigint NOT NULL,
	CONSTRAINT "saved_view_default_pk" PRIMARY KEY("tenant_id","user_id","screen")
);

--> statement-breakpoint
CREATE UNIQUE INDEX "saved_view_uq" ON "saved_view" USING btree ("tenant_id","user_id","screen","name");
--> statement-breakpoint
CREATE INDEX "saved_view_shared_ix" ON "saved_view" USING btree ("tenant_id","screen") WHERE is_shared = 1;
