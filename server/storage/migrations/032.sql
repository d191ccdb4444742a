ALTER TABLE "sample" DROP COLUMN "hold_count";
--> statement-breakpoint
UPDATE "abnormal_case_tube" x SET "sample_id" = s."id", "is_held" = CASE WHEN c."is_hold" = 1 AND c."state" IN (1, 2) THEN 1 ELSE 0 END
  FROM "sample" s, "abnormal_case" c WHERE x."sample_id" IS NULL AND s."tenant_id" = x."tenant_id" AND s."sample_code" = x."sample_code"
  AND c."tenant_id" = x."tenant_id" AND c."id" = x."case_id";
