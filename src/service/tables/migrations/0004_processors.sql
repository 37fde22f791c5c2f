CREATE TABLE "processors" (
	"name" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "processor_reference" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "processor" text DEFAULT 'sandbox' NOT NULL;--> statement-breakpoint
ALTER TABLE "processors" ADD CONSTRAINT "processors_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;