import { createHash } from 'node:crypto';

export type Migration = {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
  /** The last migration of the oldest build that can live with this one; null: any build can. */
  readonly oldestBuild: string | null;
};

/**
 * `text` is one or more statements of SQL. Without a mark it only adds, so that the build before it goes on beside it. Its first
 * line may be `-- contract: <name of a migration> <why>`: builds that do not know the named one cannot live with this one.
 */
export function migration(name: string, text: string): Migration {
  // A checkout on Windows may have changed the line ends.
  const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
  return { name, text, checksum, oldestBuild: CONTRACT.exec(text)?.[1] ?? null };
}

const CONTRACT = /^-- contract: (\S+)/;

export function statementsOf({ text }: Migration): string[] {
  return text.split('--> statement-breakpoint').map((statement) => statement.trim());
}
