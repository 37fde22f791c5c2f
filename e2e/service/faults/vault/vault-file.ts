import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A vault of another make: it writes and reads docs/vault.md's file with no code of ours. */

/** A card as such a vault has it. */
export type MovedCard = {
  readonly number: string;
  readonly holder: string;
  readonly user: string;
  readonly tokens: readonly string[];
};

const WRAP_IV = Buffer.from('A6A6A6A6A6A6A6A6', 'hex');
const CREATED = '2026-05-03T10:00:00.000Z';

/** Both custodians' keys, in base64. */
export type Keys = readonly [string, string];

export function writeVaultFile(path: string, keys: Keys, cards: readonly MovedCard[]): void {
  const key = keyOf(keys);
  const kid = Buffer.from(hkdfSync('sha256', key, '', 'key-id', 8)).toString('hex');
  const file = randomUUID();
  const lines: string[] = [];
  const add = (content: object, end?: true) => {
    const last = lines.at(-1);
    const prev = last && createHash('sha256').update(last).digest('base64url');
    const header = { alg: 'A256KW', enc: 'A256GCM', kid, file, line: lines.length + 1, prev, end };
    lines.push(seal(key, header, content));
  };
  const source = (card_id: number) => ({ account_id: 1, card_id });
  add({ begin: { format: 1, service: 'https://vault.example', begun_at: CREATED }, source: source(0) });
  cards.forEach((card, index) => {
    add({ ...contentOf(card, index + 1), source: source(index + 1) });
  });
  add({ end: { cards: cards.length, skipped: 0 }, source: source(cards.length) }, true);
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''), { mode: 0o600 });
}

const contentOf = ({ number, holder, user, tokens }: MovedCard, id: number) => ({
  number,
  card: {
    id,
    status: 'listed',
    brand: 'VI',
    exp_month: 12,
    exp_year: 2040,
    holder_name: holder,
    is_default: false,
    created_at: CREATED,
    listed_at: CREATED,
  },
  user: { external_id: user, metadata: {} },
  tokens: tokens.map((cc_token) => ({ cc_token, brand: 'VI', requires_user: true, created_at: CREATED })),
});

/** Each card of a file, once each line is where it belongs. */
export async function readVaultFile(path: string, keys: Keys): Promise<MovedCard[]> {
  const key = keyOf(keys);
  const cards: MovedCard[] = [];
  let last: string | undefined;
  let count = 0;
  let isWhole = false;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const { header, content } = open(key, line);
    count += 1;
    const prev = last && createHash('sha256').update(last).digest('base64url');
    if (isWhole || header.line !== count || header.prev !== prev)
      throw new Error(`line ${count} does not follow`);
    last = line;
    isWhole = header.end === true;
    if (content.number === undefined) continue;
    const { number, card, user } = content;
    const tokens = content.tokens.map(({ cc_token }: { cc_token: string }) => cc_token);
    cards.push({ number, holder: card.holder_name, user: user.external_id, tokens });
  }
  if (!isWhole) throw new Error('the file is cut');
  return cards;
}

function keyOf([one, other]: Keys): Buffer {
  const bytes = Buffer.from(other, 'base64');
  return Buffer.from(one, 'base64').map((byte, index) => byte ^ (bytes[index] ?? 0)) as Buffer;
}

function seal(key: Buffer, header: object, content: object): string {
  const contentKey = randomBytes(32);
  const wrap = createCipheriv('id-aes256-wrap', key, WRAP_IV);
  const wrapped = Buffer.concat([wrap.update(contentKey), wrap.final()]);
  const nonce = randomBytes(12);
  const head = Buffer.from(JSON.stringify(header)).toString('base64url');
  const cipher = createCipheriv('aes-256-gcm', contentKey, nonce).setAAD(Buffer.from(head));
  const ciphertext = Buffer.concat([cipher.update(JSON.stringify(content)), cipher.final()]);
  return [
    head,
    ...[wrapped, nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url')),
  ].join('.');
}

function open(key: Buffer, line: string) {
  const [head = '', ...rest] = line.split('.');
  const [wrapped, nonce, ciphertext, tag] = rest.map((part) => Buffer.from(part, 'base64url'));
  if (!wrapped || !nonce || !ciphertext || !tag) throw new Error('no line');
  const unwrap = createDecipheriv('id-aes256-wrap', key, WRAP_IV);
  const contentKey = Buffer.concat([unwrap.update(wrapped), unwrap.final()]);
  const decipher = createDecipheriv('aes-256-gcm', contentKey, nonce)
    .setAAD(Buffer.from(head))
    .setAuthTag(tag);
  const content = JSON.parse(Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString());
  return { header: JSON.parse(Buffer.from(head, 'base64url').toString()), content };
}
