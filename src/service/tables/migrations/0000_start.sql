CREATE TABLE "accounts" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"publishable_key" text NOT NULL,
	"webhook_secret" "bytea" NOT NULL,
	"previous_webhook_secret" "bytea",
	"webhook_secret_rotated_at" timestamp with time zone,
	"origins" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "accounts_publishable_key_unique" UNIQUE("publishable_key")
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" integer PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"ref" text NOT NULL,
	"settings" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "merchants_account_id_ref_unique" UNIQUE("account_id","ref")
);
--> statement-breakpoint
CREATE TABLE "secret_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"digest" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	"mac" "bytea" NOT NULL,
	CONSTRAINT "audit_head_one_row" CHECK ("audit_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "audit_intake" (
	"place" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_intake_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text,
	"address" text,
	"act" text NOT NULL,
	"account_id" integer,
	"subject" text,
	"details" text NOT NULL,
	"mac" "bytea" NOT NULL,
	CONSTRAINT "audit_intake_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" text NOT NULL,
	"actor_id" text,
	"address" text,
	"act" text NOT NULL,
	"account_id" integer,
	"subject" text,
	"details" text NOT NULL,
	"mac" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_log_id_unique" UNIQUE("id")
);
--> statement-breakpoint
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
CREATE TABLE "card_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"place" "bytea" NOT NULL,
	"is_refused" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_envelopes" (
	"id" text PRIMARY KEY NOT NULL,
	"taken_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" integer PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"status" text NOT NULL,
	"known_as" integer,
	"brand" text NOT NULL,
	"bin" text NOT NULL,
	"last4" text NOT NULL,
	"exp_month" integer NOT NULL,
	"exp_year" integer NOT NULL,
	"holder_name" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"number_ciphertext" "bytea",
	"wrapped_key" "bytea",
	"is_default" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"listed_at" timestamp with time zone,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"id" text PRIMARY KEY NOT NULL,
	"operation_id" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"wallet_session_id" text,
	"box_digest" "bytea" NOT NULL,
	"status" text NOT NULL,
	"late_result" text,
	"opened_at" timestamp with time zone,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "challenges_operation_id_unique" UNIQUE("operation_id"),
	CONSTRAINT "challenges_box_digest_unique" UNIQUE("box_digest")
);
--> statement-breakpoint
CREATE TABLE "data_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"master_key_id" text NOT NULL,
	"wrapped" "bytea" NOT NULL,
	"used_from" timestamp with time zone DEFAULT now() NOT NULL,
	"emptied_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "card_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"digest" "bytea" NOT NULL,
	"sealed" "bytea" NOT NULL,
	"account_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"card_id" integer NOT NULL,
	"brand" text NOT NULL,
	"wallet_session_id" text,
	"is_single_use" boolean NOT NULL,
	"is_short_live" boolean NOT NULL,
	"keep_on_success" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone,
	"consumed_by" text,
	"is_named" boolean DEFAULT false NOT NULL,
	"is_cvv_used" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_tokens_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "operations" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"transaction_id" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"method" text NOT NULL,
	"amount" bigint NOT NULL,
	"status" text NOT NULL,
	"return_code" text NOT NULL,
	"decline_code" text,
	"authcode" text NOT NULL,
	"ref_transaction_id" text NOT NULL,
	"request_id" uuid NOT NULL,
	"metadata" jsonb NOT NULL,
	"callback_url" text,
	"log" integer DEFAULT 1 NOT NULL,
	"place" integer GENERATED BY DEFAULT AS IDENTITY (sequence name "operations_place_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "operations_account_id_transaction_id_unique" UNIQUE("account_id","transaction_id"),
	CONSTRAINT "operations_payment_id_log_unique" UNIQUE("payment_id","log"),
	CONSTRAINT "operations_amount_positive" CHECK ("operations"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"merchant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"card_id" integer NOT NULL,
	"token_id" integer NOT NULL,
	"order_id" text NOT NULL,
	"currency" text NOT NULL,
	"failed" boolean DEFAULT false NOT NULL,
	"authentication" text,
	"awaits_provider" boolean DEFAULT false NOT NULL,
	"authorised" bigint DEFAULT 0 NOT NULL,
	"captured" bigint DEFAULT 0 NOT NULL,
	"capture_pending" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"refund_pending" bigint DEFAULT 0 NOT NULL,
	"closed" bigint DEFAULT 0 NOT NULL,
	"closed_by" text,
	"authorisation_expires_at" timestamp with time zone,
	"external_token" text NOT NULL,
	"last_log" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_capture_bound" CHECK ("payments"."captured" + "payments"."capture_pending" + "payments"."closed" <= "payments"."authorised"),
	CONSTRAINT "payments_refund_bound" CHECK ("payments"."refunded" + "payments"."refund_pending" <= "payments"."captured"),
	CONSTRAINT "payments_not_negative" CHECK (least("payments"."authorised", "payments"."captured", "payments"."capture_pending", "payments"."refunded", "payments"."refund_pending", "payments"."closed") >= 0)
);
--> statement-breakpoint
CREATE TABLE "policy_reports" (
	"page" text NOT NULL,
	"directive" text NOT NULL,
	"blocked" text NOT NULL,
	"count" bigint NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "policy_reports_page_directive_blocked_pk" PRIMARY KEY("page","directive","blocked")
);
--> statement-breakpoint
CREATE TABLE "provider_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"merchant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"wallet_session_id" text NOT NULL,
	"attempt" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"method" text NOT NULL,
	"use" text NOT NULL,
	"opens" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"return_url" text,
	"locale" text DEFAULT 'en' NOT NULL,
	"status" text NOT NULL,
	"operation_id" text,
	"token_id" integer,
	"list_on_success" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_payments_operation_id_unique" UNIQUE("operation_id"),
	CONSTRAINT "provider_payments_user_id_attempt_unique" UNIQUE("user_id","attempt")
);
--> statement-breakpoint
CREATE TABLE "sdk_files" (
	"digest" text NOT NULL,
	"name" text NOT NULL,
	"content" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sdk_files_digest_name_pk" PRIMARY KEY("digest","name")
);
--> statement-breakpoint
CREATE TABLE "service_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"private_key" "bytea" NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "session_events" (
	"wallet_session_id" text NOT NULL,
	"seq" integer NOT NULL,
	"operation_id" text NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "session_events_wallet_session_id_seq_pk" PRIMARY KEY("wallet_session_id","seq")
);
--> statement-breakpoint
CREATE TABLE "login_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refresh_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"digest" "bytea" NOT NULL,
	"account_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"view" text,
	"revoked_at" timestamp with time zone,
	"user_ended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refresh_tokens_digest_unique" UNIQUE("digest")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"external_id" text,
	"is_guest" boolean NOT NULL,
	"is_sandbox" boolean DEFAULT false NOT NULL,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_account_id_external_id_unique" UNIQUE("account_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "wallet_sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"refresh_token_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"listening_until" timestamp with time zone,
	"listener" text,
	"ended_at" timestamp with time zone,
	"last_seq" integer DEFAULT 0 NOT NULL
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
CREATE TABLE "test_clock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"offset_seconds" bigint NOT NULL,
	CONSTRAINT "test_clock_one_row" CHECK ("test_clock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"operation_id" text PRIMARY KEY NOT NULL,
	"settles_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "timers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "timers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" uuid NOT NULL,
	"operation_id" text NOT NULL,
	"kind" text NOT NULL,
	"outcome" text,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_keys" ADD CONSTRAINT "secret_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_attempts" ADD CONSTRAINT "callback_attempts_callback_id_callbacks_id_fk" FOREIGN KEY ("callback_id") REFERENCES "public"."callbacks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_pauses" ADD CONSTRAINT "callback_pauses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_wallet_session_id_wallet_sessions_id_fk" FOREIGN KEY ("wallet_session_id") REFERENCES "public"."wallet_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_wallet_session_id_wallet_sessions_id_fk" FOREIGN KEY ("wallet_session_id") REFERENCES "public"."wallet_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_consumed_by_operations_id_fk" FOREIGN KEY ("consumed_by") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_token_id_card_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."card_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_wallet_session_id_wallet_sessions_id_fk" FOREIGN KEY ("wallet_session_id") REFERENCES "public"."wallet_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_token_id_card_tokens_id_fk" FOREIGN KEY ("token_id") REFERENCES "public"."card_tokens"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_events" ADD CONSTRAINT "session_events_wallet_session_id_wallet_sessions_id_fk" FOREIGN KEY ("wallet_session_id") REFERENCES "public"."wallet_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_events" ADD CONSTRAINT "session_events_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_sessions" ADD CONSTRAINT "login_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_sessions" ADD CONSTRAINT "wallet_sessions_refresh_token_id_refresh_tokens_id_fk" FOREIGN KEY ("refresh_token_id") REFERENCES "public"."refresh_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_sessions" ADD CONSTRAINT "wallet_sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_sessions" ADD CONSTRAINT "wallet_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stored_answers" ADD CONSTRAINT "stored_answers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timers" ADD CONSTRAINT "timers_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "timers" ADD CONSTRAINT "timers_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "callback_attempts_callback_id_index" ON "callback_attempts" USING btree ("callback_id");--> statement-breakpoint
CREATE INDEX "callbacks_due" ON "callbacks" USING btree ("due_at") WHERE "callbacks"."status" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "callbacks_due_of_account" ON "callbacks" USING btree ("account_id","due_at","place") WHERE "callbacks"."status" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "callbacks_of_receiver" ON "callbacks" USING btree ("account_id",hashtext("receiver"),"receiver","due_at","place") WHERE "callbacks"."status" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "callbacks_held" ON "callbacks" USING btree ("answer_to") WHERE "callbacks"."answer_to" is not null;--> statement-breakpoint
CREATE INDEX "callbacks_of_payment" ON "callbacks" USING btree ("payment_id","place");--> statement-breakpoint
CREATE INDEX "callbacks_of_account" ON "callbacks" USING btree ("account_id","place");--> statement-breakpoint
CREATE INDEX "callbacks_exhausted" ON "callbacks" USING btree ("account_id","place") WHERE "callbacks"."status" = 'exhausted';--> statement-breakpoint
CREATE INDEX "card_attempts_of_place" ON "card_attempts" USING btree ("place","at");--> statement-breakpoint
CREATE INDEX "card_attempts_at_index" ON "card_attempts" USING btree ("at");--> statement-breakpoint
CREATE INDEX "card_envelopes_taken_at_index" ON "card_envelopes" USING btree ("taken_at");--> statement-breakpoint
CREATE INDEX "cards_user_id_status_index" ON "cards" USING btree ("user_id","status");--> statement-breakpoint
CREATE INDEX "cards_user_id_fingerprint_index" ON "cards" USING btree ("user_id","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "cards_listed_once" ON "cards" USING btree ("user_id","brand","bin","last4") WHERE "cards"."status" = 'listed';--> statement-breakpoint
CREATE UNIQUE INDEX "cards_default_once" ON "cards" USING btree ("user_id") WHERE "cards"."is_default" and "cards"."status" = 'listed';--> statement-breakpoint
CREATE INDEX "cards_to_erase" ON "cards" USING btree ("created_at") WHERE "cards"."status" in ('unlisted', 'replaced') and "cards"."number_ciphertext" is not null;--> statement-breakpoint
CREATE INDEX "cards_removed_to_erase" ON "cards" USING btree ("removed_at") WHERE "cards"."status" = 'removed' and "cards"."number_ciphertext" is not null;--> statement-breakpoint
CREATE INDEX "challenges_open" ON "challenges" USING btree ("wallet_session_id") WHERE "challenges"."status" = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "challenges_one_open" ON "challenges" USING btree ("payment_id") WHERE "challenges"."status" = 'OPEN';--> statement-breakpoint
CREATE UNIQUE INDEX "data_keys_pepper_once" ON "data_keys" USING btree ("purpose") WHERE "data_keys"."purpose" <> 'seal';--> statement-breakpoint
CREATE INDEX "card_tokens_card_id_index" ON "card_tokens" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "card_tokens_unspent" ON "card_tokens" USING btree ("wallet_session_id","id") WHERE "card_tokens"."is_single_use" and "card_tokens"."consumed_by" is null;--> statement-breakpoint
CREATE INDEX "card_tokens_to_prune" ON "card_tokens" USING btree ("expires_at") WHERE "card_tokens"."is_single_use" and "card_tokens"."consumed_by" is null;--> statement-breakpoint
CREATE INDEX "payments_account_id_order_id_index" ON "payments" USING btree ("account_id","order_id");--> statement-breakpoint
CREATE INDEX "payments_token_id_index" ON "payments" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "provider_payments_open" ON "provider_payments" USING btree ("user_id","status");--> statement-breakpoint
CREATE INDEX "provider_payments_token_id_index" ON "provider_payments" USING btree ("token_id");--> statement-breakpoint
CREATE INDEX "session_events_created_at_index" ON "session_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "login_sessions_user_id_expires_at_index" ON "login_sessions" USING btree ("user_id","expires_at");--> statement-breakpoint
CREATE INDEX "refresh_tokens_user_id_index" ON "refresh_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_sandbox" ON "users" USING btree ("account_id") WHERE "users"."is_sandbox";--> statement-breakpoint
CREATE INDEX "wallet_sessions_refresh_token_id_last_seen_at_index" ON "wallet_sessions" USING btree ("refresh_token_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "stored_answers_expires_at_index" ON "stored_answers" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "timers_due" ON "timers" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "timers_of_payment" ON "timers" USING btree ("payment_id","due_at");