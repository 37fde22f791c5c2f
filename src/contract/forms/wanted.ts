import * as v from 'valibot';

/** What a developer reads behind the name of a parameter that is wrong. */
export const wanted = (what: string) => `wanted ${what}`;

type Entries = Readonly<Record<string, v.GenericSchema & { readonly message?: unknown }>>;

/** Of an absent member its own message is read, as of a wrong one. */
const messageOf = (entries: Entries, what: string) => (issue: v.BaseIssue<unknown>) => {
  const message = entries[String(issue.path?.at(-1)?.key)]?.message;
  return typeof message === 'string' ? message : wanted(what);
};

/** Other members are left alone. */
export const wantedObject = <Members extends v.ObjectEntries>(what: string, entries: Members) =>
  v.object(entries, messageOf(entries, what));
