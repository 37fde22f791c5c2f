CREATE TABLE "stored_counts" (
	"counter" "bytea" NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "stored_counts_counter_since_pk" PRIMARY KEY("counter","since")
);
--> statement-breakpoint
ALTER TABLE "card_tokens" ADD COLUMN "merchant_id" integer;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD COLUMN "approved_amount" bigint;--> statement-breakpoint
ALTER TABLE "card_tokens" ADD COLUMN "approved_currency" text;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD COLUMN "merchant_id" integer;--> statement-breakpoint
CREATE INDEX "stored_counts_since_index" ON "stored_counts" USING btree ("since");--> statement-breakpoint
ALTER TABLE "card_tokens" ADD CONSTRAINT "card_tokens_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_merchant_id_merchants_id_fk" FOREIGN KEY ("merchant_id") REFERENCES "public"."merchants"("id") ON DELETE no action ON UPDATE no action;