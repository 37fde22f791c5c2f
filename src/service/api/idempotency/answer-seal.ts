import type { MasterKey } from '../../base/keys/master-key.ts';
import type { storedAnswers } from '../../tables/stored-answers.ts';

type Row = typeof storedAnswers.$inferSelect;
/** What a sealed answer is bound to: it answers no other request, and with no other status. */
type AnswerName = Pick<Row, 'accountId' | 'scope' | 'key' | 'requestDigest' | 'status'>;

/** A body may hold the address of a challenge's box, which opens it to every holder. */
export function sealAnswer(masterKey: MasterKey, name: AnswerName, body: string): Uint8Array {
  return masterKey.seal(Buffer.from(body), contextOf(name));
}

/** Undefined when the row was changed. */
export function openAnswer(masterKey: MasterKey, name: AnswerName, envelope: Uint8Array): string | undefined {
  const bytes = masterKey.openUnder(envelope, [contextOf(name)]);
  return bytes && Buffer.from(bytes).toString();
}

function contextOf({ accountId, scope, key, requestDigest, status }: AnswerName): string {
  const digest = Buffer.from(requestDigest).toString('hex');
  return `stored-answer:${JSON.stringify([accountId, scope, key, digest, status])}`;
}
