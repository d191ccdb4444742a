ALTER TABLE "bill" ADD COLUMN "bill_unit_id" bigint;
