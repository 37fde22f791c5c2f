CREATE TABLE "callback_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "callback_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"callback_id" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"answer_status" integer,
	"answer_start" "bytea",
	"failure" text
);
--> statement-breakpoint
CREATE TABLE "callback_pauses" (
	"account_id" integer NOT NULL,
	"receiver" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "callback_pauses_account_id_receiver_pk" PRIMARY KEY("account_id","receiver")
);
--> statement-breakpoint
CREATE TABLE "callbacks" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"payment_id" uuid NOT NULL,
	"operation_id" text NOT NULL,
	"info" text NOT NULL,
	"url" text NOT NULL,
	"receiver" text NOT NULL,
	"body" text NOT NULL,
	"status" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"answer_to" uuid,
	"delay_ms" integer NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"first_tried_at" timestamp with time zone,
	"drops" integer DEFAULT 0 NOT NULL,
	"copies" integer DEFAULT 0 NOT NULL,
	"place" integer GENERATED ALWAYS AS IDENTITY (sequence name "callbacks_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "stored_answers" (
	"account_id" integer NOT NULL,
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"body" text NOT NULL,
	"expires_at" timestamp with time zone,
	CONSTRAINT "stored_answers_account_id_scope_key_pk" PRIMARY KEY("account_id","scope","key")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "previous_webhook_secret" "bytea";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "webhook_secret_rotated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "callback_url" text;--> statement-breakpoint
ALTER TABLE "callback_attempts" ADD CONSTRAINT "callback_attempts_callback_id_callbacks_id_fk" FOREIGN KEY ("callback_id") REFERENCES "public"."callbacks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_pauses" ADD CONSTRAINT "callback_pauses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_answers" ADD CONSTRAINT "stored_answers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "callback_attempts_callback_id_index" ON "callback_attempts" USING btree ("callback_id");--> statement-breakpoint
CREATE INDEX "callbacks_due" ON "callbacks" USING btree ("due_at") WHERE "callbacks"."status" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "callbacks_held" ON "callbacks" USING btree ("answer_to") WHERE "callbacks"."answer_to" is not null;--> statement-breakpoint
CREATE INDEX "callbacks_of_payment" ON "callbacks" USING btree ("payment_id","place");--> statement-breakpoint
CREATE INDEX "callbacks_of_account" ON "callbacks" USING btree ("account_id","place");--> statement-breakpoint
CREATE INDEX "stored_answers_expires_at_index" ON "stored_answers" USING btree ("expires_at");