CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"operation_id" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"step" text NOT NULL,
	"processor" text NOT NULL,
	"reference" text NOT NULL,
	"sealed" "bytea",
	"state" text NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 1 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"processor_reference" text,
	"doubt" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "stored_answers" ADD COLUMN "operation_id" text;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_operation_id_index" ON "attempts" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "attempts_payment_id_index" ON "attempts" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "attempts_open" ON "attempts" USING btree ("next_at") WHERE "attempts"."state" <> 'ended';--> statement-breakpoint
CREATE INDEX "stored_answers_claims" ON "stored_answers" USING btree ("operation_id") WHERE "stored_answers"."operation_id" is not null;