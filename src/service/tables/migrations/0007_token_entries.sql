ALTER TABLE "card_tokens" ADD COLUMN "code" "bytea";--> statement-breakpoint
ALTER TABLE "card_tokens" ADD COLUMN "browser" "bytea";--> statement-breakpoint
CREATE INDEX "card_tokens_with_code" ON "card_tokens" USING btree ("created_at") WHERE "card_tokens"."code" is not null;