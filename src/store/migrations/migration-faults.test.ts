import { describe, expect, test } from 'vitest';
import { migrationFaults } from '../test-kit/migration-faults.ts';
import { migration } from './migration.ts';

const first = migration('0000_first', 'CREATE TABLE "paid" ("id" integer)');
const faultsOf = (text: string) => migrationFaults(migration('0001_next', text), [first]);
const marked = (text: string) => faultsOf(`-- contract: 0000_first nobody reads it\n${text}`);

describe('migrationFaults', () => {
  test.each([
    'ALTER TABLE "paid" DROP COLUMN "id"',
    'DROP TABLE "paid"',
    'DROP INDEX "paid_id"',
    'ALTER TABLE "paid" DROP CONSTRAINT "paid_check"',
    'ALTER TABLE "paid" RENAME COLUMN "id" TO "key"',
    'ALTER TABLE "paid" RENAME TO "bought"',
    'ALTER TABLE "paid" ALTER COLUMN "id" SET NOT NULL',
    'ALTER TABLE "paid" ALTER COLUMN "id" DROP NOT NULL',
    'ALTER TABLE "paid" ALTER COLUMN "id" SET DATA TYPE bigint',
    'ALTER TABLE "paid" ADD COLUMN "amount" integer NOT NULL',
    'ALTER TABLE "paid" ADD CONSTRAINT "c" CHECK ("id" > 0) NOT VALID',
    'CREATE UNIQUE INDEX CONCURRENTLY "paid_id" ON "paid" ("id")',
    'DELETE FROM "paid"',
  ])('finds what the build before could not live with, unless it is marked: %s', (text) => {
    expect(faultsOf(text)).toEqual([expect.stringContaining('-- contract')]);
    expect(marked(text)).toEqual([]);
  });

  test.each([
    'CREATE INDEX "paid_id" ON "paid" USING btree ("id")',
    'ALTER TABLE "paid" ADD CONSTRAINT "c" CHECK ("id" > 0)',
    'ALTER TABLE "paid" ADD CONSTRAINT "c" FOREIGN KEY ("id") REFERENCES "public"."more"("id")',
    'ALTER TABLE "paid" ADD CONSTRAINT "c" UNIQUE ("id")',
    'ALTER TABLE "paid" ADD COLUMN "key" uuid DEFAULT gen_random_uuid() NOT NULL',
    'UPDATE "paid" SET "id" = 1',
    'CREATE INDEX CONCURRENTLY "paid_id" ON "paid" ("id");--> statement-breakpoint\nALTER TABLE "paid" ADD COLUMN "a" text',
  ])('finds what stops payments, marked or not: %s', (text) => {
    expect(marked(text)).toHaveLength(1);
  });

  test.each([
    'CREATE TABLE "more" ("id" integer NOT NULL);--> statement-breakpoint\nALTER TABLE "more" ADD CONSTRAINT "c" FOREIGN KEY ("id") REFERENCES "public"."paid"("id") ON DELETE cascade;--> statement-breakpoint\nCREATE UNIQUE INDEX "more_id" ON "more" USING btree ("id")',
    'ALTER TABLE "paid" ADD COLUMN "amount" integer',
    'ALTER TABLE "paid" ADD COLUMN "amount" integer DEFAULT 0 NOT NULL',
    'CREATE INDEX CONCURRENTLY "paid_id" ON "paid" USING btree ("id")',
    'ALTER TABLE "paid" VALIDATE CONSTRAINT "c"',
  ])('finds nothing in what only adds: %s', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  test('finds a mark that names no migration before it', () => {
    expect(faultsOf('-- contract: 0002_later\nselect 1')).toEqual([expect.stringContaining('"0002_later"')]);
  });
});
