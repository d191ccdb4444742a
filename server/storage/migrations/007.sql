ALTER TABLE "blob" ADD COLUMN "owner" smallint;
--> statement-breakpoint
-- Whose the pictures are that are in use already; what is both somebody's face and a patient's is the patient's.
UPDATE "blob" b SET "owner" = CASE
  WHEN EXISTS (SELECT 1 FROM "requisition_image" i WHERE i."tenant_id" = b."tenant_id" AND i."sha256" = b."sha256") THEN 3
  WHEN EXISTS (SELECT 1 FROM "kept_act" k WHERE k."tenant_id" = b."tenant_id" AND strpos(k."op", b."sha256") > 0) THEN 3
  WHEN EXISTS (SELECT 1 FROM "signature" s WHERE s."tenant_id" = b."tenant_id" AND s."image_sha256" = b."sha256") THEN 2
  WHEN EXISTS (SELECT 1 FROM "user_account" u WHERE u."tenant_id" = b."tenant_id" AND u."avatar" = '/api/blade-user/avatar/' || b."sha256") THEN 1
  ELSE 3 END
WHERE b."bound_time" IS NOT NULL OR EXISTS (SELECT 1 FROM "requisition_image" i WHERE i."tenant_id" = b."tenant_id" AND i."sha256" = b."sha256");
