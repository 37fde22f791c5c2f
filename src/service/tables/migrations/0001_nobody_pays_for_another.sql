CREATE TABLE "stored_counts" (
	"counter" "bytea" NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "stored_counts_counter_since_pk" PRIMARY KEY("counter","since")
);
--> statement-breakpoint
DROP INDEX "callbacks_due_of_account";--> statement-breakpoint
DROP INDEX "callbacks_of_receiver";--> statement-breakpoint
DROP INDEX "data_keys_pepper_once";--> statement-breakpoint
ALTER TABLE "stored_answers" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "callback_pauses" ADD COLUMN "page_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "callbacks" ADD COLUMN "lane" text DEFAULT 'backend' NOT NULL;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD COLUMN "merchant_id" integer;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD COLUMN "approved_amount" bigint;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD COLUMN "approved_currency" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "started_by" text DEFAULT 'backend' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_anonymous" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD COLUMN "merchant_id" integer;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "is_kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "stored_answers" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
ALTER TABLE "stored_answers" ADD COLUMN "body_expires_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "stored_counts_since_index" ON "stored_counts" USING btree ("since");--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_broken_seals" ON "audit_log" USING btree ("subject","at") WHERE "audit_log"."act" = 'seal.broken';--> statement-breakpoint
CREATE INDEX "callbacks_operation_id_index" ON "callbacks" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "challenges_payment_id_index" ON "challenges" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "challenges_of_session" ON "challenges" USING btree ("wallet_session_id") WHERE "challenges"."wallet_session_id" is not null;--> statement-breakpoint
CREATE INDEX "card_tokens_user_id_index" ON "card_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "card_tokens_of_session" ON "card_tokens" USING btree ("wallet_session_id") WHERE "card_tokens"."wallet_session_id" is not null;--> statement-breakpoint
CREATE INDEX "card_tokens_consumed" ON "card_tokens" USING btree ("consumed_by") WHERE "card_tokens"."consumed_by" is not null;--> statement-breakpoint
CREATE INDEX "payments_user_id_index" ON "payments" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "payments_card_id_index" ON "payments" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "payments_to_prune" ON "payments" USING btree ("created_at") WHERE "payments"."failed" and "payments"."is_anonymous";--> statement-breakpoint
CREATE INDEX "provider_payments_wallet_session_id_index" ON "provider_payments" USING btree ("wallet_session_id");--> statement-breakpoint
CREATE INDEX "session_events_operation_id_index" ON "session_events" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "users_to_prune" ON "users" USING btree ("created_at") WHERE "users"."is_guest" and not "users"."is_kept";--> statement-breakpoint
CREATE INDEX "wallet_sessions_user_id_index" ON "wallet_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "stored_answers_bodies" ON "stored_answers" USING btree ("body_expires_at") WHERE "stored_answers"."sealed" is not null;--> statement-breakpoint
CREATE INDEX "timers_operation_id_index" ON "timers" USING btree ("operation_id");--> statement-breakpoint
CREATE INDEX "callbacks_due_of_account" ON "callbacks" USING btree ("lane","account_id","due_at","place") WHERE "callbacks"."status" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "callbacks_of_receiver" ON "callbacks" USING btree ("lane","account_id",hashtext("receiver"),"receiver","due_at","place") WHERE "callbacks"."status" in ('waiting', 'sending');--> statement-breakpoint
CREATE UNIQUE INDEX "data_keys_pepper_once" ON "data_keys" USING btree ("purpose") WHERE "data_keys"."purpose" not like 'seal%';