CREATE TABLE "bill_email" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"batch_no" text NOT NULL,
	"end_time" date NOT NULL,
	"contract_laboratory_id" bigint NOT NULL,
	"type" text NOT NULL,
	"client_id" bigint NOT NULL,
	"bill_name" text,
	"send_sample_client_name" text,
	"manager_area" text,
	"qty" integer DEFAULT 0 NOT NULL,
	"total_amount" bigint,
	"account_checking_people" text,
	"account_checking_email" text,
	"salesman_id" bigint,
	"salesman_name" text,
	"salesman_email" text,
	"salesman_assistant_name" text,
	"salesman_assistant_email" text,
	"send" smallint DEFAULT 0 NOT NULL,
	"send_result" smallint DEFAULT 0 NOT NULL,
	"fault" jsonb,
	"send_time" timestamp (0) with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"auto_client" smallint DEFAULT 0 NOT NULL,
	"sha256" text,
	"creator_id" bigint,
	"creator_name" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bill_email_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "bill_email_cycle_uq" UNIQUE("tenant_id","contract_laboratory_id","type","client_id","end_time")
);

--> statement-breakpoint
CREATE TABLE "charge_change" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"line_id" bigint NOT NULL,
	"act" smallint NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"reason" text NOT NULL,
	"creator_id" bigint,
	"creator_name" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "charge_change_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "exclusion_exception" (
	"tenant_id" text NOT NULL,
	"send_sample_client_id" bigint NOT NULL,
	"commodity_id" bigint NOT NULL,
	"applicant" text,
	"reason" text NOT NULL,
	"creator_id" bigint,
	"creator_name" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "exclusion_exception_pk" PRIMARY KEY("tenant_id","send_sample_client_id","commodity_id")
);

--> statement-breakpoint
CREATE TABLE "exclusion_record" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"kind" smallint NOT NULL,
	"act" smallint NOT NULL,
	"line_id" bigint,
	"send_sample_client_id" bigint,
	"send_sample_client_code" text,
	"commodity_id" bigint,
	"contract_laboratory_id" bigint,
	"salesman_id" bigint,
	"sample_code" text,
	"person_name" text,
	"contact_number" text,
	"audit_time" timestamp (0) with time zone,
	"order_no" text,
	"applicant" text,
	"reason" text NOT NULL,
	"creator_id" bigint,
	"creator_name" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	CONSTRAINT "exclusion_record_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "pack_task_row" (
	"tenant_id" text NOT NULL,
	"task_id" bigint NOT NULL,
	"line_id" bigint NOT NULL,
	"group_no" integer,
	"result" smallint DEFAULT 0 NOT NULL,
	"reason" jsonb,
	"order_id" bigint,
	CONSTRAINT "pack_task_row_pk" PRIMARY KEY("tenant_id","task_id","line_id")
);

--> statement-breakpoint
CREATE TABLE "pack_task" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"task_name" text NOT NULL,
	"audit_time_start" timestamp (0) with time zone NOT NULL,
	"audit_time_end" timestamp (0) with time zone NOT NULL,
	"remark" text,
	"contract_laboratory_id" bigint,
	"bill_customer_ids" bigint[],
	"total" integer DEFAULT 0 NOT NULL,
	"total_success" integer DEFAULT 0 NOT NULL,
	"total_false" integer DEFAULT 0 NOT NULL,
	"send_success" integer DEFAULT 0 NOT NULL,
	"send_false" integer DEFAULT 0 NOT NULL,
	"reconciliation_time" timestamp (0) with time zone,
	"status" smallint DEFAULT 0 NOT NULL,
	"fault" jsonb,
	"creator_id" bigint,
	"creator_name" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "pack_task_pk" PRIMARY KEY("tenant_id","id")
);

--> statement-breakpoint
CREATE TABLE "sales_line" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"requisition_id" bigint NOT NULL,
	"requisition_code" text NOT NULL,
	"sample_id" bigint,
	"sample_code" text NOT NULL,
	"person_name" text,
	"grams" text[],
	"contact_number" text,
	"commodity_id" bigint NOT NULL,
	"business_type" smallint DEFAULT 1 NOT NULL,
	"supplementaryed" smallint DEFAULT 0 NOT NULL,
	"supplement_no" integer DEFAULT 0 NOT NULL,
	"send_sample_client_id" bigint,
	"agent_customer_id" bigint,
	"bill_customer_id" bigint,
	"salesman_id" bigint,
	"manager_area" text,
	"erp_code" text,
	"contract_laboratory_id" bigint,
	"execute_laboratory_id" bigint,
	"sample_time" timestamp (0) with time zone,
	"receive_time" timestamp (0) with time zone NOT NULL,
	"audit_time" timestamp (0) with time zone,
	"report_id" bigint,
	"reported" smallint DEFAULT 0 NOT NULL,
	"charge_type" smallint DEFAULT 0 NOT NULL,
	"charge_type_before" smallint,
	"price" bigint,
	"list_price" bigint,
	"price_before" bigint,
	"price_policy_id" bigint,
	"price_reason" jsonb,
	"price_params" jsonb,
	"inner_price" bigint,
	"sign" smallint DEFAULT 1 NOT NULL,
	"credit_of" bigint,
	"is_credited" smallint DEFAULT 0 NOT NULL,
	"withdrawn" smallint DEFAULT 0 NOT NULL,
	"excluded_by" smallint DEFAULT 0 NOT NULL,
	"state" smallint DEFAULT 0 NOT NULL,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sales_line_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sales_line_price_uq" UNIQUE("tenant_id","id","price"),
	CONSTRAINT "sales_line_credit_uq" UNIQUE("tenant_id","credit_of"),
	CONSTRAINT "sales_line_sign_ck" CHECK ("sales_line"."sign" in (1, -1) and ("sales_line"."sign" = -1) = ("sales_line"."credit_of" is not null)),
	CONSTRAINT "sales_line_state_ck" CHECK ("sales_line"."state" in (0, 1, 2, 3, 9) and ("sales_line"."state" not in (2, 3) or "sales_line"."price" is not null)),
	CONSTRAINT "sales_line_price_ck" CHECK ("sales_line"."price" >= 0 and "sales_line"."excluded_by" between 0 and 3)
);

--> statement-breakpoint
CREATE TABLE "bill_item" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"item_no" integer NOT NULL,
	"item_count" integer NOT NULL,
	"prev_no" integer,
	"commodity_id" bigint NOT NULL,
	"commodity_code" text,
	"commodity_erp_code" text,
	"supplementaryed" smallint DEFAULT 0 NOT NULL,
	"salesman_id" bigint,
	"price" bigint NOT NULL,
	"qty" integer NOT NULL,
	"amount" bigint NOT NULL,
	"qty_before" integer NOT NULL,
	"qty_after" integer NOT NULL,
	"sum_before" bigint NOT NULL,
	"sum_after" bigint NOT NULL,
	"last_line" integer,
	"is_whole" smallint DEFAULT 0 NOT NULL,
	"bill_id" bigint NOT NULL,
	CONSTRAINT "bill_item_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "bill_item_sum_uq" UNIQUE("tenant_id","bill_id","item_no","qty_after","sum_after","is_whole"),
	CONSTRAINT "bill_item_no_uq" UNIQUE("tenant_id","bill_id","item_no"),
	CONSTRAINT "bill_item_price_uq" UNIQUE("tenant_id","bill_id","item_no","qty","price"),
	CONSTRAINT "bill_item_amount_ck" CHECK ("bill_item"."qty" <> 0 and "bill_item"."price" >= 0 and "bill_item"."amount" = "bill_item"."qty" * "bill_item"."price"),
	CONSTRAINT "bill_item_sum_ck" CHECK ("bill_item"."qty_after" = "bill_item"."qty_before" + "bill_item"."qty" and "bill_item"."sum_after" = "bill_item"."sum_before" + "bill_item"."amount"),
	CONSTRAINT "bill_item_no_ck" CHECK ("bill_item"."item_no" between 1 and "bill_item"."item_count" and ("bill_item"."item_no" = 1) = ("bill_item"."prev_no" is null) and ("bill_item"."prev_no" is null or "bill_item"."prev_no" = "bill_item"."item_no" - 1) and ("bill_item"."item_no" > 1 or ("bill_item"."qty_before" = 0 and "bill_item"."sum_before" = 0))),
	CONSTRAINT "bill_item_last_ck" CHECK (("bill_item"."is_whole" = 1) = ("bill_item"."last_line" is not null) and "bill_item"."is_whole" in (0, 1) and "bill_item"."last_line" = abs("bill_item"."qty"))
);

--> statement-breakpoint
CREATE TABLE "bill_line" (
	"tenant_id" text NOT NULL,
	"line_id" bigint NOT NULL,
	"item_no" integer NOT NULL,
	"item_qty" integer NOT NULL,
	"price" bigint NOT NULL,
	"line_no" integer NOT NULL,
	"prev_no" integer,
	"bill_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	CONSTRAINT "bill_line_pk" PRIMARY KEY("tenant_id","line_id"),
	CONSTRAINT "bill_line_no_uq" UNIQUE("tenant_id","bill_id","item_no","line_no"),
	CONSTRAINT "bill_line_no_ck" CHECK ("bill_line"."line_no" between 1 and abs("bill_line"."item_qty") and ("bill_line"."line_no" = 1) = ("bill_line"."prev_no" is null) and ("bill_line"."prev_no" is null or "bill_line"."prev_no" = "bill_line"."line_no" - 1))
);

--> statement-breakpoint
CREATE TABLE "bill" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"bill_no" text NOT NULL,
	"bill_name" text,
	"bill_customer_id" bigint NOT NULL,
	"salesman_id" bigint,
	"contract_laboratory_id" bigint NOT NULL,
	"charge_type" smallint NOT NULL,
	"business_type" smallint NOT NULL,
	"sign" smallint DEFAULT 1 NOT NULL,
	"item_count" integer NOT NULL,
	"total_qty" integer,
	"total_amount" bigint,
	"is_whole" smallint DEFAULT 0 NOT NULL,
	"sended" smallint DEFAULT 0 NOT NULL,
	"reconciliation_time" timestamp (0) with time zone,
	"send_user_id" bigint,
	"send_user_name" text,
	"send_time" timestamp (0) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"sync" smallint DEFAULT 0 NOT NULL,
	"sync_result" text,
	"sync_time" timestamp (0) with time zone,
	"erp_number" text,
	"erp_amount" bigint,
	"is_void_pending" smallint DEFAULT 0 NOT NULL,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	"remark" text,
	"creator_id" bigint,
	"creator_name" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bill_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "bill_no_uq" UNIQUE("tenant_id","bill_no"),
	CONSTRAINT "bill_count_uq" UNIQUE("tenant_id","id","item_count"),
	CONSTRAINT "bill_whole_ck" CHECK ("bill"."is_whole" in (0, 1) and ("bill"."is_whole" = 1) = ("bill"."total_amount" is not null) and ("bill"."is_whole" = 1) = ("bill"."total_qty" is not null)),
	CONSTRAINT "bill_sended_ck" CHECK ("bill"."sended" = 0 or "bill"."is_whole" = 1),
	CONSTRAINT "bill_count_ck" CHECK ("bill"."item_count" > 0 and "bill"."sign" in (1, -1))
);

--> statement-breakpoint
CREATE TABLE "sales_order_item" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"item_no" integer NOT NULL,
	"item_count" integer NOT NULL,
	"prev_no" integer,
	"commodity_id" bigint NOT NULL,
	"commodity_code" text,
	"commodity_erp_code" text,
	"supplementaryed" smallint DEFAULT 0 NOT NULL,
	"salesman_id" bigint,
	"price" bigint NOT NULL,
	"qty" integer NOT NULL,
	"amount" bigint NOT NULL,
	"qty_before" integer NOT NULL,
	"qty_after" integer NOT NULL,
	"sum_before" bigint NOT NULL,
	"sum_after" bigint NOT NULL,
	"last_line" integer,
	"is_whole" smallint DEFAULT 0 NOT NULL,
	"order_id" bigint NOT NULL,
	CONSTRAINT "sales_order_item_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sales_order_item_sum_uq" UNIQUE("tenant_id","order_id","item_no","qty_after","sum_after","is_whole"),
	CONSTRAINT "sales_order_item_no_uq" UNIQUE("tenant_id","order_id","item_no"),
	CONSTRAINT "sales_order_item_price_uq" UNIQUE("tenant_id","order_id","item_no","qty","price"),
	CONSTRAINT "sales_order_item_amount_ck" CHECK ("sales_order_item"."qty" <> 0 and "sales_order_item"."price" >= 0 and "sales_order_item"."amount" = "sales_order_item"."qty" * "sales_order_item"."price"),
	CONSTRAINT "sales_order_item_sum_ck" CHECK ("sales_order_item"."qty_after" = "sales_order_item"."qty_before" + "sales_order_item"."qty" and "sales_order_item"."sum_after" = "sales_order_item"."sum_before" + "sales_order_item"."amount"),
	CONSTRAINT "sales_order_item_no_ck" CHECK ("sales_order_item"."item_no" between 1 and "sales_order_item"."item_count" and ("sales_order_item"."item_no" = 1) = ("sales_order_item"."prev_no" is null) and ("sales_order_item"."prev_no" is null or "sales_order_item"."prev_no" = "sales_order_item"."item_no" - 1) and ("sales_order_item"."item_no" > 1 or ("sales_order_item"."qty_before" = 0 and "sales_order_item"."sum_before" = 0))),
	CONSTRAINT "sales_order_item_last_ck" CHECK (("sales_order_item"."is_whole" = 1) = ("sales_order_item"."last_line" is not null) and "sales_order_item"."is_whole" in (0, 1) and "sales_order_item"."last_line" = abs("sales_order_item"."qty"))
);

--> statement-breakpoint
CREATE TABLE "sales_order_line" (
	"tenant_id" text NOT NULL,
	"line_id" bigint NOT NULL,
	"item_no" integer NOT NULL,
	"item_qty" integer NOT NULL,
	"price" bigint NOT NULL,
	"line_no" integer NOT NULL,
	"prev_no" integer,
	"order_id" bigint NOT NULL,
	CONSTRAINT "sales_order_line_pk" PRIMARY KEY("tenant_id","line_id"),
	CONSTRAINT "sales_order_line_no_uq" UNIQUE("tenant_id","order_id","item_no","line_no"),
	CONSTRAINT "sales_order_line_order_uq" UNIQUE("tenant_id","line_id","order_id"),
	CONSTRAINT "sales_order_line_no_ck" CHECK ("sales_order_line"."line_no" between 1 and abs("sales_order_line"."item_qty") and ("sales_order_line"."line_no" = 1) = ("sales_order_line"."prev_no" is null) and ("sales_order_line"."prev_no" is null or "sales_order_line"."prev_no" = "sales_order_line"."line_no" - 1))
);

--> statement-breakpoint
CREATE TABLE "sales_order" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"order_no" text NOT NULL,
	"bill_name" text,
	"bill_unit_id" bigint,
	"bill_customer_id" bigint NOT NULL,
	"send_sample_client_id" bigint NOT NULL,
	"agent_customer_id" bigint,
	"salesman_id" bigint,
	"contract_laboratory_id" bigint NOT NULL,
	"erp_code" text,
	"charge_type" smallint NOT NULL,
	"charge_type_before" smallint,
	"business_type" smallint NOT NULL,
	"is_recheck" smallint DEFAULT 0 NOT NULL,
	"sign" smallint DEFAULT 1 NOT NULL,
	"item_count" integer NOT NULL,
	"total_qty" integer,
	"total_amount" bigint,
	"is_whole" smallint DEFAULT 0 NOT NULL,
	"billed_qty" integer DEFAULT 0 NOT NULL,
	"bill_status" smallint DEFAULT 0 NOT NULL,
	"sended" smallint DEFAULT 0 NOT NULL,
	"reconciliation_time" timestamp (0) with time zone,
	"send_user_id" bigint,
	"send_user_name" text,
	"send_time" timestamp (0) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"sync" smallint DEFAULT 0 NOT NULL,
	"sync_result" text,
	"sync_time" timestamp (0) with time zone,
	"erp_number" text,
	"erp_amount" bigint,
	"is_void_pending" smallint DEFAULT 0 NOT NULL,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	"forced" smallint DEFAULT 0 NOT NULL,
	"force_reason" text,
	"remark" text,
	"task_id" bigint,
	"creator_id" bigint,
	"creator_name" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "sales_order_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "sales_order_no_uq" UNIQUE("tenant_id","order_no"),
	CONSTRAINT "sales_order_count_uq" UNIQUE("tenant_id","id","item_count"),
	CONSTRAINT "sales_order_whole_ck" CHECK ("sales_order"."is_whole" in (0, 1) and ("sales_order"."is_whole" = 1) = ("sales_order"."total_amount" is not null) and ("sales_order"."is_whole" = 1) = ("sales_order"."total_qty" is not null)),
	CONSTRAINT "sales_order_sended_ck" CHECK ("sales_order"."sended" = 0 or "sales_order"."is_whole" = 1),
	CONSTRAINT "sales_order_count_ck" CHECK ("sales_order"."item_count" > 0 and "sales_order"."sign" in (1, -1)),
	CONSTRAINT "sales_order_billed_ck" CHECK (("sales_order"."bill_status" = 0) = ("sales_order"."billed_qty" = 0) and ("sales_order"."bill_status" = 1) = ("sales_order"."billed_qty" <> 0 and "sales_order"."billed_qty" = "sales_order"."total_qty")),
	CONSTRAINT "sales_order_force_ck" CHECK ("sales_order"."forced" = 0 or "sales_order"."force_reason" is not null)
);

--> statement-breakpoint
CREATE TABLE "bill_period" (
	"tenant_id" text NOT NULL,
	"contract_laboratory_id" bigint NOT NULL,
	"month" text NOT NULL,
	"is_closed" smallint DEFAULT 1 NOT NULL,
	"close_user_id" bigint NOT NULL,
	"close_user_name" text NOT NULL,
	"close_time" timestamp (0) with time zone NOT NULL,
	"reopen_user_id" bigint,
	"reopen_user_name" text,
	"reopen_time" timestamp (0) with time zone,
	"reopen_reason" text,
	CONSTRAINT "bill_period_pk" PRIMARY KEY("tenant_id","contract_laboratory_id","month")
);

--> statement-breakpoint
CREATE TABLE "doc_counter" (
	"tenant_id" text NOT NULL,
	"prefix" text NOT NULL,
	"contract_laboratory_id" bigint NOT NULL,
	"month" text NOT NULL,
	"last_no" integer NOT NULL,
	CONSTRAINT "doc_counter_pk" PRIMARY KEY("tenant_id","prefix","contract_laboratory_id","month")
);

--> statement-breakpoint
CREATE TABLE "erp_push" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"push_key" text NOT NULL,
	"doc" text NOT NULL,
	"doc_id" bigint NOT NULL,
	"doc_no" text NOT NULL,
	"revision" integer NOT NULL,
	"act" text NOT NULL,
	"contract_laboratory_id" bigint NOT NULL,
	"salesman_id" bigint,
	"reconciliation_time" timestamp (0) with time zone,
	"state" smallint DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_time" timestamp (0) with time zone,
	"erp_number" text,
	"erp_amount" bigint,
	"answer" jsonb,
	"item_results" jsonb,
	"fault" jsonb,
	"done_time" timestamp (0) with time zone,
	"user_id" bigint,
	"user_name" text,
	"create_time" timestamp (0) with time zone NOT NULL,
	"update_time" timestamp (0) with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "erp_push_pk" PRIMARY KEY("tenant_id","id"),
	CONSTRAINT "erp_push_key_uq" UNIQUE("tenant_id","push_key")
);

--> statement-breakpoint
CREATE TABLE "bill_unit" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"is_disable" smallint DEFAULT 0 NOT NULL,
	"create_user" bigint,
	"create_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"update_user" bigint,
	"update_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"change_seq" bigint DEFAULT 0 NOT NULL,
	"grams" text[],
	"search_key" text,
	"contract_laboratory_id" bigint,
	"bill_client_id" bigint,
	"bill_erp_code" text,
	"remark" text,
	CONSTRAINT "bill_unit_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "internal_price" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"is_disable" smallint DEFAULT 0 NOT NULL,
	"create_user" bigint,
	"create_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"update_user" bigint,
	"update_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"change_seq" bigint DEFAULT 0 NOT NULL,
	"grams" text[],
	"search_key" text,
	"contract_laboratory_id" bigint,
	"execute_laboratory_id" bigint,
	"commodity_id" bigint,
	"inner_price" bigint,
	"basis_points" bigint,
	"valid_from" date,
	"valid_to" date,
	"remark" text,
	CONSTRAINT "internal_price_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "bill_email_auto_client" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"is_disable" smallint DEFAULT 0 NOT NULL,
	"create_user" bigint,
	"create_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"update_user" bigint,
	"update_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"change_seq" bigint DEFAULT 0 NOT NULL,
	"grams" text[],
	"search_key" text,
	"contract_laboratory_id" bigint,
	"type" text,
	"bill_customer_id" bigint,
	"send_sample_client_id" bigint,
	"send_day" bigint,
	"remark" text,
	CONSTRAINT "bill_email_auto_client_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
CREATE TABLE "erp_account" (
	"id" bigint NOT NULL,
	"tenant_id" text NOT NULL,
	"is_disable" smallint DEFAULT 0 NOT NULL,
	"create_user" bigint,
	"create_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"update_user" bigint,
	"update_time" timestamp (0) with time zone DEFAULT now() NOT NULL,
	"is_deleted" smallint DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"change_seq" bigint DEFAULT 0 NOT NULL,
	"grams" text[],
	"search_key" text,
	"laboratory_id" bigint,
	"account_name" text,
	"erp_kind" integer,
	"url" text,
	"account_set" text,
	"user_name" text,
	"app_id" text,
	"app_secret" text,
	"organisation" text,
	"tax_rate" numeric(18, 2),
	"remark" text,
	CONSTRAINT "erp_account_pk" PRIMARY KEY("id","tenant_id")
);

--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "closing_day" bigint;
--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "account_checking_people" text;
--> statement-breakpoint
ALTER TABLE "client" ADD COLUMN "account_checking_email" text;
--> statement-breakpoint
ALTER TABLE "send_sample_client" ADD COLUMN "salesman_assistant_id" bigint;
--> statement-breakpoint
ALTER TABLE "send_sample_client" ADD COLUMN "account_checking_people" text;
--> statement-breakpoint
ALTER TABLE "send_sample_client" ADD COLUMN "account_checking_email" text;
--> statement-breakpoint
ALTER TABLE "commodity" ADD COLUMN "charge_type" integer;
--> statement-breakpoint
ALTER TABLE "price_policy" ADD COLUMN "supplement_price" bigint;
--> statement-breakpoint
ALTER TABLE "price_policy" ADD COLUMN "recheck_price" bigint;
--> statement-breakpoint
ALTER TABLE "price_policy" ADD COLUMN "stop_price" bigint;
--> statement-breakpoint
ALTER TABLE "bill_item" ADD CONSTRAINT "bill_item_bill_fk" FOREIGN KEY ("tenant_id","bill_id","item_count") REFERENCES "public"."bill"("tenant_id","id","item_count") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bill_item" ADD CONSTRAINT "bill_item_prev_fk" FOREIGN KEY ("tenant_id","bill_id","prev_no","qty_before","sum_before","is_whole") REFERENCES "public"."bill_item"("tenant_id","bill_id","item_no","qty_after","sum_after","is_whole") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bill_item" ADD CONSTRAINT "bill_item_last_fk" FOREIGN KEY ("tenant_id","bill_id","item_no","last_line") REFERENCES "public"."bill_line"("tenant_id","bill_id","item_no","line_no") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bill_line" ADD CONSTRAINT "bill_line_item_fk" FOREIGN KEY ("tenant_id","bill_id","item_no","item_qty","price") REFERENCES "public"."bill_item"("tenant_id","bill_id","item_no","qty","price") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bill_line" ADD CONSTRAINT "bill_line_prev_fk" FOREIGN KEY ("tenant_id","bill_id","item_no","prev_no") REFERENCES "public"."bill_line"("tenant_id","bill_id","item_no","line_no") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bill_line" ADD CONSTRAINT "bill_line_order_fk" FOREIGN KEY ("tenant_id","line_id","order_id") REFERENCES "public"."sales_order_line"("tenant_id","line_id","order_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bill_line" ADD CONSTRAINT "bill_line_price_fk" FOREIGN KEY ("tenant_id","line_id","price") REFERENCES "public"."sales_line"("tenant_id","id","price") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "bill" ADD CONSTRAINT "bill_total_fk" FOREIGN KEY ("tenant_id","id","item_count","total_qty","total_amount","is_whole") REFERENCES "public"."bill_item"("tenant_id","bill_id","item_no","qty_after","sum_after","is_whole") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sales_order_item" ADD CONSTRAINT "sales_order_item_order_fk" FOREIGN KEY ("tenant_id","order_id","item_count") REFERENCES "public"."sales_order"("tenant_id","id","item_count") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sales_order_item" ADD CONSTRAINT "sales_order_item_prev_fk" FOREIGN KEY ("tenant_id","order_id","prev_no","qty_before","sum_before","is_whole") REFERENCES "public"."sales_order_item"("tenant_id","order_id","item_no","qty_after","sum_after","is_whole") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sales_order_item" ADD CONSTRAINT "sales_order_item_last_fk" FOREIGN KEY ("tenant_id","order_id","item_no","last_line") REFERENCES "public"."sales_order_line"("tenant_id","order_id","item_no","line_no") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sales_order_line" ADD CONSTRAINT "sales_order_line_item_fk" FOREIGN KEY ("tenant_id","order_id","item_no","item_qty","price") REFERENCES "public"."sales_order_item"("tenant_id","order_id","item_no","qty","price") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sales_order_line" ADD CONSTRAINT "sales_order_line_prev_fk" FOREIGN KEY ("tenant_id","order_id","item_no","prev_no") REFERENCES "public"."sales_order_line"("tenant_id","order_id","item_no","line_no") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sales_order_line" ADD CONSTRAINT "sales_order_line_price_fk" FOREIGN KEY ("tenant_id","line_id","price") REFERENCES "public"."sales_line"("tenant_id","id","price") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sales_order" ADD CONSTRAINT "sales_order_total_fk" FOREIGN KEY ("tenant_id","id","item_count","total_qty","total_amount","is_whole") REFERENCES "public"."sales_order_item"("tenant_id","order_id","item_no","qty_after","sum_after","is_whole") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "bill_email_time_ix" ON "bill_email" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "bill_email_file_ix" ON "bill_email" USING btree ("tenant_id","sha256") WHERE sha256 is not null;
--> statement-breakpoint
CREATE INDEX "charge_change_line_ix" ON "charge_change" USING btree ("tenant_id","line_id","id");
--> statement-breakpoint
CREATE INDEX "exclusion_record_time_ix" ON "exclusion_record" USING btree ("tenant_id","kind","act","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "exclusion_record_sample_ix" ON "exclusion_record" USING btree ("tenant_id","sample_code") WHERE sample_code is not null;
--> statement-breakpoint
CREATE INDEX "exclusion_record_client_ix" ON "exclusion_record" USING btree ("tenant_id","send_sample_client_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "pack_task_row_group_ix" ON "pack_task_row" USING btree ("tenant_id","task_id","group_no");
--> statement-breakpoint
CREATE INDEX "pack_task_time_ix" ON "pack_task" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE UNIQUE INDEX "sales_line_living_uq" ON "sales_line" USING btree ("tenant_id","requisition_id","commodity_id","supplement_no") WHERE sign = 1 and state <> 9 and is_credited = 0;
--> statement-breakpoint
CREATE INDEX "sales_line_state_ix" ON "sales_line" USING btree ("tenant_id","state","audit_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_line_client_ix" ON "sales_line" USING btree ("tenant_id","send_sample_client_id","audit_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_line_customer_ix" ON "sales_line" USING btree ("tenant_id","bill_customer_id","audit_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_line_salesman_ix" ON "sales_line" USING btree ("tenant_id","salesman_id","audit_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_line_laboratory_ix" ON "sales_line" USING btree ("tenant_id","contract_laboratory_id","audit_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_line_audit_ix" ON "sales_line" USING btree ("tenant_id","audit_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_line_receive_ix" ON "sales_line" USING btree ("tenant_id","receive_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_line_requisition_ix" ON "sales_line" USING btree ("tenant_id","requisition_id");
--> statement-breakpoint
CREATE INDEX "sales_line_sample_ix" ON "sales_line" USING btree ("tenant_id","sample_code");
--> statement-breakpoint
CREATE INDEX "sales_line_excluded_ix" ON "sales_line" USING btree ("tenant_id","audit_time" DESC NULLS FIRST,"id") WHERE excluded_by >= 2;
--> statement-breakpoint
CREATE INDEX "sales_line_grams_ix" ON "sales_line" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "sales_line_no_price_ix" ON "sales_line" USING btree ("tenant_id","send_sample_client_id","commodity_id") WHERE price is null and state in (0, 1) and excluded_by = 0;
--> statement-breakpoint
CREATE INDEX "bill_line_order_ix" ON "bill_line" USING btree ("tenant_id","order_id");
--> statement-breakpoint
CREATE INDEX "bill_time_ix" ON "bill" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "bill_customer_ix" ON "bill" USING btree ("tenant_id","bill_customer_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "bill_salesman_ix" ON "bill" USING btree ("tenant_id","salesman_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "bill_laboratory_ix" ON "bill" USING btree ("tenant_id","contract_laboratory_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_order_time_ix" ON "sales_order" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_order_client_ix" ON "sales_order" USING btree ("tenant_id","send_sample_client_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_order_customer_ix" ON "sales_order" USING btree ("tenant_id","bill_customer_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_order_salesman_ix" ON "sales_order" USING btree ("tenant_id","salesman_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_order_laboratory_ix" ON "sales_order" USING btree ("tenant_id","contract_laboratory_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "sales_order_task_ix" ON "sales_order" USING btree ("tenant_id","task_id") WHERE task_id is not null;
--> statement-breakpoint
CREATE INDEX "erp_push_doc_ix" ON "erp_push" USING btree ("tenant_id","doc","doc_id","id");
--> statement-breakpoint
CREATE INDEX "erp_push_open_ix" ON "erp_push" USING btree ("tenant_id","next_time","id") WHERE state in (0, 3);
--> statement-breakpoint
CREATE INDEX "erp_push_time_ix" ON "erp_push" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "bill_unit_contract_laboratory_id_ix" ON "bill_unit" USING btree ("tenant_id","contract_laboratory_id");
--> statement-breakpoint
CREATE INDEX "bill_unit_bill_client_id_ix" ON "bill_unit" USING btree ("tenant_id","bill_client_id");
--> statement-breakpoint
CREATE INDEX "bill_unit_change_ix" ON "bill_unit" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "bill_unit_order_ix" ON "bill_unit" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "bill_unit_grams_ix" ON "bill_unit" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "internal_price_contract_laboratory_id_ix" ON "internal_price" USING btree ("tenant_id","contract_laboratory_id");
--> statement-breakpoint
CREATE INDEX "internal_price_execute_laboratory_id_ix" ON "internal_price" USING btree ("tenant_id","execute_laboratory_id");
--> statement-breakpoint
CREATE INDEX "internal_price_commodity_id_ix" ON "internal_price" USING btree ("tenant_id","commodity_id");
--> statement-breakpoint
CREATE INDEX "internal_price_valid_from_ix" ON "internal_price" USING btree ("tenant_id","valid_from");
--> statement-breakpoint
CREATE INDEX "internal_price_change_ix" ON "internal_price" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "internal_price_order_ix" ON "internal_price" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "bill_email_auto_client_contract_laboratory_id_ix" ON "bill_email_auto_client" USING btree ("tenant_id","contract_laboratory_id");
--> statement-breakpoint
CREATE INDEX "bill_email_auto_client_type_ix" ON "bill_email_auto_client" USING btree ("tenant_id","type");
--> statement-breakpoint
CREATE INDEX "bill_email_auto_client_bill_customer_id_ix" ON "bill_email_auto_client" USING btree ("tenant_id","bill_customer_id");
--> statement-breakpoint
CREATE INDEX "bill_email_auto_client_send_sample_client_id_ix" ON "bill_email_auto_client" USING btree ("tenant_id","send_sample_client_id");
--> statement-breakpoint
CREATE INDEX "bill_email_auto_client_change_ix" ON "bill_email_auto_client" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "bill_email_auto_client_order_ix" ON "bill_email_auto_client" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "erp_account_laboratory_id_ix" ON "erp_account" USING btree ("tenant_id","laboratory_id");
--> statement-breakpoint
CREATE INDEX "erp_account_erp_kind_ix" ON "erp_account" USING btree ("tenant_id","erp_kind");
--> statement-breakpoint
CREATE INDEX "erp_account_change_ix" ON "erp_account" USING btree ("tenant_id","change_seq");
--> statement-breakpoint
CREATE INDEX "erp_account_order_ix" ON "erp_account" USING btree ("tenant_id","create_time" DESC NULLS FIRST,"id");
--> statement-breakpoint
CREATE INDEX "erp_account_grams_ix" ON "erp_account" USING gin ("grams");
--> statement-breakpoint
CREATE INDEX "send_sample_client_salesman_assistant_id_ix" ON "send_sample_client" USING btree ("tenant_id","salesman_assistant_id");
--> statement-breakpoint
CREATE INDEX "commodity_charge_type_ix" ON "commodity" USING btree ("tenant_id","charge_type");
