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
CREATE INDEX "sales_line_excluded_ix" ON "sales_line" USING btree ("tenant_id","audit_time" DESC NULLS FIRST,"id") WHERE excluded_by >= 2;
