CREATE TABLE "alarm_receivers" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"url" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "guarded_pages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guarded_pages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"origin" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"approved_at" timestamp with time zone,
	"report_count" integer DEFAULT 0 NOT NULL,
	"reported_at" timestamp with time zone,
	"visit_address" text,
	"visit_due_at" timestamp with time zone,
	"visited_at" timestamp with time zone,
	"visit_failure" text
);
--> statement-breakpoint
CREATE TABLE "page_alarms" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"page_id" integer NOT NULL,
	"kind" text NOT NULL,
	"items" jsonb NOT NULL,
	"count" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "page_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "page_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"page_id" integer NOT NULL,
	"kind" text NOT NULL,
	"place" text NOT NULL,
	"print" text NOT NULL,
	"first_reported_at" timestamp with time zone,
	"last_reported_at" timestamp with time zone,
	"first_visited_at" timestamp with time zone,
	"last_visited_at" timestamp with time zone,
	"approved_at" timestamp with time zone,
	"reason" text,
	"is_of_place" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alarm_receivers" ADD CONSTRAINT "alarm_receivers_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guarded_pages" ADD CONSTRAINT "guarded_pages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_alarms" ADD CONSTRAINT "page_alarms_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_alarms" ADD CONSTRAINT "page_alarms_page_id_guarded_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."guarded_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "page_items" ADD CONSTRAINT "page_items_page_id_guarded_pages_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."guarded_pages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guarded_pages_account_id_origin_name_index" ON "guarded_pages" USING btree ("account_id","origin","name");--> statement-breakpoint
CREATE INDEX "guarded_pages_visit_due_at_index" ON "guarded_pages" USING btree ("visit_due_at") WHERE "guarded_pages"."visit_due_at" is not null;--> statement-breakpoint
CREATE INDEX "page_alarms_account_id_created_at_index" ON "page_alarms" USING btree ("account_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "page_alarms_open" ON "page_alarms" USING btree ("page_id","kind") WHERE "page_alarms"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "page_alarms_due" ON "page_alarms" USING btree ("due_at") WHERE "page_alarms"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "page_items_page_id_kind_place_print_index" ON "page_items" USING btree ("page_id","kind","place","print");