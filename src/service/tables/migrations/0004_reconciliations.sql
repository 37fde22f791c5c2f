CREATE TABLE "reconciliations" (
	"processor" text NOT NULL,
	"day" text NOT NULL,
	"outcome" text NOT NULL,
	"difference_count" integer NOT NULL,
	"reason" text,
	"result" jsonb,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "reconciliations_processor_day_pk" PRIMARY KEY("processor","day")
);
--> statement-breakpoint
CREATE INDEX "reconciliations_day_index" ON "reconciliations" USING btree ("day");