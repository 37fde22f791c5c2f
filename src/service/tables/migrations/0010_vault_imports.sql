CREATE TABLE "vault_imports" (
	"account_id" integer NOT NULL,
	"file" uuid NOT NULL,
	"next_line" integer NOT NULL,
	"last_digest" "bytea" NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"kept" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"refusals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "vault_imports_account_id_file_pk" PRIMARY KEY("account_id","file")
);
--> statement-breakpoint
ALTER TABLE "vault_imports" ADD CONSTRAINT "vault_imports_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;