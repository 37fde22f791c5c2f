ALTER TABLE "provider_payments" DROP CONSTRAINT "provider_payments_refresh_token_id_refresh_tokens_id_fk";
--> statement-breakpoint
DROP INDEX "provider_payments_open";--> statement-breakpoint
CREATE INDEX "provider_payments_open" ON "provider_payments" USING btree ("user_id","status");--> statement-breakpoint
ALTER TABLE "provider_payments" DROP COLUMN "refresh_token_id";