ALTER TABLE "challenges" ADD COLUMN "stage" text DEFAULT 'issuer' NOT NULL;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "bank" "bytea";