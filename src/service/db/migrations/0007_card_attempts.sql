CREATE TABLE "card_attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"place" "bytea" NOT NULL,
	"is_refused" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "card_attempts_of_place" ON "card_attempts" USING btree ("place","at");--> statement-breakpoint
CREATE INDEX "card_attempts_at_index" ON "card_attempts" USING btree ("at");