CREATE TABLE "reconciliations" (
	"processor" text NOT NULL,
	"day" text NOT NULL,
	"outcome" text NOT NULL,
	"difference_count" integer NOT NULL,
	"reason" text,
	"result" jsonb,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "reconciliations_processor_day_pk" PRIMARY KEY("processor","day")
);
--> statement-breakpoint
CREATE TABLE "reversals" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"operation_id" text NOT NULL,
	"reversal" text NOT NULL,
	"amount" bigint NOT NULL,
	"log" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reversals_payment_id_log_unique" UNIQUE("payment_id","log"),
	CONSTRAINT "reversals_amount_positive" CHECK ("reversals"."amount" > 0)
);
--> statement-breakpoint
ALTER TABLE "payments" DROP CONSTRAINT "payments_not_negative";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "charged_back" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reversals" ADD CONSTRAINT "reversals_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reconciliations_day_index" ON "reconciliations" USING btree ("day");--> statement-breakpoint
CREATE UNIQUE INDEX "reversals_undo_once" ON "reversals" USING btree ("operation_id") WHERE "reversals"."reversal" in ('CAPTURE_REVERSED', 'REFUND_REVERSED');--> statement-breakpoint
CREATE INDEX "reversals_operation_id_index" ON "reversals" USING btree ("operation_id");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_chargeback_bound" CHECK ("payments"."charged_back" <= "payments"."captured");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_not_negative" CHECK (least("payments"."authorised", "payments"."captured", "payments"."capture_pending", "payments"."refunded", "payments"."refund_pending", "payments"."charged_back", "payments"."closed") >= 0);