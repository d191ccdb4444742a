CREATE TABLE "import_batch_portion" (
	"tenant_id" text NOT NULL,
	"batch_id" bigint NOT NULL,
	"portion" integer NOT NULL,
	"rows" jsonb NOT NULL,
	CONSTRAINT "import_batch_portion_pk" PRIMARY KEY("tenant_id","batch_id","portion")
);

--> statement-breakpoint
INSERT INTO "import_batch_portion" ("tenant_id", "batch_id", "portion", "rows")
SELECT b.tenant_id, b.id, ((r.at - 1) / 50)::int, jsonb_agg(r.row ORDER BY r.at)
FROM "import_batch" b CROSS JOIN LATERAL jsonb_array_elements(b.rows) WITH ORDINALITY AS r(row, at)
GROUP BY 1, 2, 3;
--> statement-breakpoint
ALTER TABLE "import_batch" DROP COLUMN "rows";
