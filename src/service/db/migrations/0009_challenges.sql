CREATE TABLE "session_events" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "session_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"wallet_session_id" text NOT NULL,
	"operation_id" text NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "challenges" ADD COLUMN "wrong_codes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "wallet_sessions" ADD COLUMN "listening_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "session_events" ADD CONSTRAINT "session_events_wallet_session_id_wallet_sessions_id_fk" FOREIGN KEY ("wallet_session_id") REFERENCES "public"."wallet_sessions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_events" ADD CONSTRAINT "session_events_operation_id_operations_id_fk" FOREIGN KEY ("operation_id") REFERENCES "public"."operations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_events_wallet_session_id_seq_index" ON "session_events" USING btree ("wallet_session_id","seq");--> statement-breakpoint
CREATE INDEX "session_events_created_at_index" ON "session_events" USING btree ("created_at");