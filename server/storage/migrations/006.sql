ALTER TABLE "code_style" ADD COLUMN "pattern_fault" text;
