CREATE TABLE "accounts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"publishable_key" text NOT NULL,
	"webhook_secret" "bytea" NOT NULL,
	"origins" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "accounts_publishable_key_unique" UNIQUE("publishable_key")
);
--> statement-breakpoint
CREATE TABLE "card_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"card_id" integer NOT NULL,
	"wallet_session_id" text,
	"is_single_use" boolean NOT NULL,
	"is_short_live" boolean NOT NULL,
	"list_on_success" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone,
	"consumed_by" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"status" text NOT NULL,
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
	"listed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "merchants" (
	"id" integer PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"ref" text NOT NULL,
	"accepted_brands" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "merchants_account_id_ref_unique" UNIQUE("account_id","ref")
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
	"fingerprint" "bytea",
	"metadata" jsonb NOT NULL,
	"log" integer GENERATED ALWAYS AS IDENTITY (sequence name "operations_log_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "operations_account_id_transaction_id_unique" UNIQUE("account_id","transaction_id"),
	CONSTRAINT "operations_amount_positive" CHECK ("operations"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"merchant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"card_id" integer NOT NULL,
	"token" text NOT NULL,
	"order_id" text NOT NULL,
	"currency" text NOT NULL,
	"failed" boolean DEFAULT false NOT NULL,
	"authorised" bigint DEFAULT 0 NOT NULL,
	"captured" bigint DEFAULT 0 NOT NULL,
	"capture_pending" bigint DEFAULT 0 NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"refund_pending" bigint DEFAULT 0 NOT NULL,
	"closed" bigint DEFAULT 0 NOT NULL,
	"authorisation_expires_at" timestamp with time zone,
	"external_token" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_capture_bound" CHECK ("payments"."captured" + "payments"."capture_pending" + "payments"."closed" <= "payments"."authorised"),
	CONSTRAINT "payments_refund_bound" CHECK ("payments"."refunded" + "payments"."refund_pending" <= "payments"."captured"),
	CONSTRAINT "payments_not_negative" CHECK (least("payments"."authorised", "payments"."captured", "payments"."capture_pending", "payments"."refunded", "payments"."refund_pending", "payments"."closed") >= 0)
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refresh_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"digest" "bytea" NOT NULL,
	"account_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refresh_tokens_digest_unique" UNIQUE("digest")
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
CREATE TABLE "service_keys" (
	"kid" text PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"private_key" "bytea" NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"retired_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
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
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_wallet_session_id_wallet_sessions_id_fk" FOREIGN KEY ("wallet_session_id") REFERENCES "public"."wallet_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_consumed_by_operations_id_fk" FOREIGN KEY ("consumed_by") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merchants" ADD CONSTRAINT "merchants_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_card_id_cards_id_fk" FOREIGN KEY ("card_id") REFERENCES "public"."cards"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_token_card_tokens_token_fk" FOREIGN KEY ("token") REFERENCES "public"."card_tokens"("token") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "secret_keys" ADD CONSTRAINT "secret_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_sessions" ADD CONSTRAINT "wallet_sessions_refresh_token_id_refresh_tokens_id_fk" FOREIGN KEY ("refresh_token_id") REFERENCES "public"."refresh_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_sessions" ADD CONSTRAINT "wallet_sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wallet_sessions" ADD CONSTRAINT "wallet_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "cards_user_id_status_index" ON "cards" USING btree ("user_id","status");--> statement-breakpoint
CREATE INDEX "cards_account_id_fingerprint_index" ON "cards" USING btree ("account_id","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "cards_listed_once" ON "cards" USING btree ("user_id","fingerprint") WHERE "cards"."status" = 'listed';--> statement-breakpoint
CREATE UNIQUE INDEX "cards_one_default" ON "cards" USING btree ("user_id") WHERE "cards"."is_default";--> statement-breakpoint
CREATE INDEX "operations_payment_id_index" ON "operations" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payments_account_id_order_id_index" ON "payments" USING btree ("account_id","order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_one_sandbox" ON "users" USING btree ("account_id") WHERE "users"."is_sandbox";--> statement-breakpoint
CREATE INDEX "wallet_sessions_refresh_token_id_last_seen_at_index" ON "wallet_sessions" USING btree ("refresh_token_id","last_seen_at");