CREATE TABLE "provider_payments" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"merchant_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"refresh_token_id" integer NOT NULL,
	"wallet_session_id" text NOT NULL,
	"attempt" text NOT NULL,
	"fingerprint" "bytea" NOT NULL,
	"method" text NOT NULL,
	"use" text NOT NULL,
	"opens" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"return_url" text,
	"status" text NOT NULL,
	"operation_id" text,
	"token" text,
	"list_on_success" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_payments_operation_id_unique" UNIQUE("operation_id"),
	CONSTRAINT "provider_payments_user_id_attempt_unique" UNIQUE("user_id","attempt")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "awaits_provider" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_refresh_token_id_refresh_tokens_id_fk" FOREIGN KEY ("refresh_token_id") REFERENCES "public"."refresh_tokens"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_wallet_session_id_wallet_sessions_id_fk" FOREIGN KEY ("wallet_session_id") REFERENCES "public"."wallet_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_payments" ADD CONSTRAINT "provider_payments_token_card_tokens_token_fk" FOREIGN KEY ("token") REFERENCES "public"."card_tokens"("token") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "provider_payments_open" ON "provider_payments" USING btree ("refresh_token_id","status");