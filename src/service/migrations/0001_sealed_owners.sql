DROP INDEX "data_keys_pepper_once";--> statement-breakpoint
ALTER TABLE "stored_answers" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "stored_answers" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
ALTER TABLE "stored_answers" ADD COLUMN "body_expires_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "audit_log_broken_seals" ON "audit_log" USING btree ("subject","at") WHERE "audit_log"."act" = 'seal.broken';--> statement-breakpoint
CREATE INDEX "stored_answers_bodies" ON "stored_answers" USING btree ("body_expires_at") WHERE "stored_answers"."sealed" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "data_keys_pepper_once" ON "data_keys" USING btree ("purpose") WHERE "data_keys"."purpose" not like 'seal%';