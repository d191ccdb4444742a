CREATE TABLE "second_factor" (
	"user_id" bigint PRIMARY KEY NOT NULL,
	"tenant_id" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"recovery_hashes" text[] NOT NULL,
	"last_step" bigint DEFAULT 0 NOT NULL,
	"confirmed_time" timestamp with time zone,
	"create_time" timestamp with time zone NOT NULL
);

