ALTER TABLE "refresh_session" ADD COLUMN "laboratory_id" bigint;
