import { type Migration, statementsOf } from '../migrations/migration.ts';

type Rule = {
  readonly pattern: RegExp;
  readonly fault: string;
  /** Whether a mark allows it; else it stops payments, whatever the builds are. */
  readonly isOfContract: boolean;
};

const contract = (pattern: RegExp, fault: string): Rule => ({
  pattern,
  fault: `${fault}: the build before may need it, expected "-- contract: <migration>" in the first line`,
  isOfContract: true,
});
const never = (pattern: RegExp, fault: string): Rule => ({
  pattern,
  fault,
  isOfContract: false,
});

const RULES: readonly Rule[] = [
  contract(/^drop (?!index concurrently)/, 'it drops something'),
  contract(/\bdrop (column|constraint|default|identity|expression)\b/, 'it drops a part of a table'),
  contract(/\brename\b/, 'it renames something'),
  contract(/\bset not null\b/, 'it requires a value'),
  contract(/\bdrop not null\b/, 'it allows no value where there was one'),
  contract(/\balter column "?\w+"? (set data )?type\b/, 'it changes a type'),
  contract(/\badd column (?!.*\bdefault\b).*\bnot null\b/, 'it adds a column that must be given'),
  contract(/\badd constraint\b/, 'it forbids rows'),
  contract(/^create unique index/, 'it forbids rows'),
  contract(/^(truncate|delete)\b/, 'it deletes rows'),
  never(
    /^create (unique )?index (?!concurrently)/,
    'it locks all writers out while it builds an index: expected CONCURRENTLY',
  ),
  never(
    /\badd constraint\b.*\b(check|foreign key)\b(?!.*\bnot valid\b)/,
    'it reads a whole table under a lock: expected NOT VALID, and VALIDATE CONSTRAINT in a migration after it',
  ),
  never(
    /\badd constraint\b.*\b(unique|primary key)\b(?!.*\busing index\b)/,
    'it builds an index under a lock: expected USING INDEX',
  ),
  never(
    /\badd column\b.*\b(random|clock_timestamp|gen_random_uuid|nextval)\b/,
    'it writes a whole table anew under a lock: expected a constant as default',
  ),
  never(/^update\b/, 'it locks rows that payments need: fill them by a job, in batches'),
];

/** What of a migration the build before could not live with, or would stop payments for; a sentence each. */
export function migrationFaults(migration: Migration, earlier: readonly Migration[]): string[] {
  const { oldestBuild } = migration;
  const statements = statementsOf(migration).map(plainText).filter(Boolean);
  const created = new Set(statements.flatMap((statement) => CREATES.exec(statement)?.[1] ?? []));
  /** Nobody reads or writes it yet. */
  const isOnNew = (statement: string) => created.has(ON.exec(statement)?.slice(1).find(Boolean) ?? '');
  const faults = statements.flatMap((statement) =>
    RULES.filter(
      ({ pattern, isOfContract }) =>
        pattern.test(statement) && !isOnNew(statement) && !(isOfContract && oldestBuild !== null),
    ).map(({ fault }) => fault),
  );
  const concurrent = statements.filter((statement) => / concurrently\b/.test(statement)).length;
  if (concurrent > 0 && concurrent < statements.length)
    faults.push('it builds an index beside other statements: expected a migration of indexes alone');
  if (oldestBuild !== null && !earlier.some(({ name }) => name === oldestBuild))
    faults.push(`its mark names "${oldestBuild}": expected a migration before it`);
  return faults;
}

const CREATES = /^create table (?:if not exists )?"?(\w+)"?/;
/** The table that a statement changes. */
const ON = /^alter table (?:if exists |only )*"?(\w+)"?|\bindex .*?\bon (?:only )?"?(\w+)"?/;

const plainText = (statement: string) =>
  statement.replace(/--.*$/gm, '').replaceAll('"public".', '').replace(/\s+/g, ' ').trim().toLowerCase();
