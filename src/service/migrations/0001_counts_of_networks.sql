CREATE TABLE "stored_counts" (
	"counter" "bytea" NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "stored_counts_counter_since_pk" PRIMARY KEY("counter","since")
);
--> statement-breakpoint
CREATE INDEX "stored_counts_since_index" ON "stored_counts" USING btree ("since");