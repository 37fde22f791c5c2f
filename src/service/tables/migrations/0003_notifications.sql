CREATE TABLE "acquirer_notifications" (
	"id" text PRIMARY KEY NOT NULL,
	"processor" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"merchant_account" text NOT NULL,
	"event" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"operation_id" text,
	"received_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "acquirer_notifications_new" ON "acquirer_notifications" USING btree ("next_at") WHERE "acquirer_notifications"."state" = 'new';--> statement-breakpoint
CREATE INDEX "acquirer_notifications_kept" ON "acquirer_notifications" USING btree ("received_at") WHERE "acquirer_notifications"."state" = 'kept';