DROP INDEX "cards_one_default";--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "cards_default_once" ON "cards" USING btree ("user_id") WHERE "cards"."is_default" and "cards"."status" = 'listed';--> statement-breakpoint
CREATE INDEX "cards_removed_to_erase" ON "cards" USING btree ("removed_at") WHERE "cards"."status" = 'removed' and "cards"."number_ciphertext" is not null;