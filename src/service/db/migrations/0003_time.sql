CREATE TABLE "test_clock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"offset_seconds" bigint NOT NULL,
	CONSTRAINT "test_clock_one_row" CHECK ("test_clock"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "merchants" ADD COLUMN "settings" jsonb;--> statement-breakpoint
UPDATE "merchants" SET "settings" = jsonb_build_object('acceptedBrands', to_jsonb("accepted_brands"));--> statement-breakpoint
ALTER TABLE "merchants" ALTER COLUMN "settings" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "card_tokens_card_id_index" ON "card_tokens" USING btree ("card_id");--> statement-breakpoint
CREATE INDEX "cards_to_erase" ON "cards" USING btree ("created_at") WHERE "cards"."status" = 'unlisted' and "cards"."number_ciphertext" is not null;--> statement-breakpoint
CREATE INDEX "refresh_tokens_user_id_index" ON "refresh_tokens" USING btree ("user_id");--> statement-breakpoint
ALTER TABLE "merchants" DROP COLUMN "accepted_brands";