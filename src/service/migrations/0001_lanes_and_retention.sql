DROP INDEX "callbacks_due_of_account";--> statement-breakpoint
DROP INDEX "callbacks_of_receiver";--> statement-breakpoint
ALTER TABLE "callback_pauses" ADD COLUMN "page_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "callbacks" ADD COLUMN "lane" text DEFAULT 'backend' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "started_by" text DEFAULT 'backend' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "is_anonymous" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "callbacks_due_of_account" ON "callbacks" USING btree ("lane","account_id","due_at","place") WHERE "callbacks"."status" in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "callbacks_of_receiver" ON "callbacks" USING btree ("lane","account_id",hashtext("receiver"),"receiver","due_at","place") WHERE "callbacks"."status" in ('waiting', 'sending');