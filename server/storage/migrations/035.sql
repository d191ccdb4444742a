CREATE TABLE "quality_index_value" (
	"tenant_id" text NOT NULL,
	"quality_index_id" bigint NOT NULL,
	"laboratory_id" bigint NOT NULL,
	"month" text NOT NULL,
	"numerator" integer,
	"denominator" integer NOT NULL,
	"value" numeric(18, 4),
	"source" smallint NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"reason" text,
	"typist_ids" bigint[] NOT NULL,
	"close_user_name" text,
	"close_time" timestamp (0) with time zone,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "quality_index_value_pk" PRIMARY KEY("tenant_id","laboratory_id","month","quality_index_id")
);

--> statement-breakpoint
ALTER TABLE "sample_class" ADD COLUMN "is_anticoagulated" smallint;
--> statement-breakpoint
CREATE INDEX "quality_index_value_index_ix" ON "quality_index_value" USING btree ("tenant_id","quality_index_id");
