ALTER TABLE "qc_point" ADD COLUMN "line" integer;
--> statement-breakpoint
ALTER TABLE "result_file_row" ADD COLUMN "instrument_id" bigint;
--> statement-breakpoint
ALTER TABLE "result_file_row" ADD COLUMN "redo_kind" smallint;
