ALTER TABLE "lab_result_version" ADD COLUMN "instrument_id" bigint;
