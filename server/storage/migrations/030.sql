CREATE TABLE "installation_alarm" (
	"id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"value" integer NOT NULL,
	"bad_looks" integer NOT NULL,
	"good_looks" integer NOT NULL,
	"since_time" timestamp (0) with time zone NOT NULL,
	"raised_time" timestamp (0) with time zone,
	"cleared_time" timestamp (0) with time zone,
	"told_time" timestamp (0) with time zone,
	"clear_told_time" timestamp (0) with time zone,
	CONSTRAINT "installation_alarm_pk" PRIMARY KEY("id")
);

--> statement-breakpoint
CREATE TABLE "server_node" (
	"node_id" text PRIMARY KEY NOT NULL,
	"started_time" timestamp (0) with time zone NOT NULL,
	"seen_time" timestamp (0) with time zone NOT NULL,
	"stopped_time" timestamp (0) with time zone,
	"facts" jsonb NOT NULL
);

--> statement-breakpoint
CREATE UNIQUE INDEX "installation_alarm_open_uq" ON "installation_alarm" USING btree ("kind","subject") WHERE cleared_time is null;
--> statement-breakpoint
CREATE INDEX "installation_alarm_time_ix" ON "installation_alarm" USING btree ("raised_time" DESC NULLS FIRST,"id");
