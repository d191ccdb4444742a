-- The picker's key is found by its 2-grams, too: without them a keyword read every row of a list.
UPDATE "client" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "code_style" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "commodity" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "conclusion" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "department" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "dict" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "dict_biz" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "email_manage" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "enter_tip" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "instrument" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "item" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "laboratory" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "login_provider" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "notice" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "number_segment" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "panel" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "panel_group" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "param" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "post" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "price_policy" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "quality_index" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "report_title" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "result_template" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "role" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "sample_attribute" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "sample_class" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "send_sample_client" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "sms_config" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "sms_platform" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "tenant_package" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "terrace" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "thirdparty_affiliation" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "thirdparty_rule" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
--> statement-breakpoint
UPDATE "user_account" SET "grams" = ARRAY(SELECT unnest("grams") UNION SELECT substr(part, at, 2) FROM unnest(string_to_array("search_key", chr(1))) part, generate_series(1, length(part) - 1) at) WHERE "grams" IS NOT NULL AND "search_key" IS NOT NULL;
