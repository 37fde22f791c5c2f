DROP INDEX "data_keys_pepper_once";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "seal" "bytea";--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD COLUMN "seal" "bytea";--> statement-breakpoint
CREATE INDEX "audit_log_broken_seals" ON "audit_log" USING btree ("subject","at") WHERE "audit_log"."act" = 'seal.broken';--> statement-breakpoint
CREATE UNIQUE INDEX "data_keys_pepper_once" ON "data_keys" USING btree ("purpose") WHERE "data_keys"."purpose" not like 'seal%';