import * as z from 'zod/mini';
import { IssuerCode } from '../cards/method-codes.ts';
import { ExternalId } from '../forms/users.ts';
import { answer, id } from './answer.ts';

/**
 * A vault that can be left: cards with the tokens that bill them, in a file of lines. Each line is a compact JWE whose key
 * nobody has alone. docs/vault.md describes the file for other vaults.
 */
export const VAULT_FORMAT = 1;

/** The most lines of one import request, which is one transaction, and the most bytes of one such request. */
export const IMPORT_LINES = 50;
export const MAX_IMPORT_BYTES = 4 * 1024 * 1024;

const hash = z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/));
const time = z.iso.datetime();

/** The protected header of a line. It is in clear, and sealed with the line. */
export const VaultLineHeader = z.strictObject({
  alg: z.literal('A256KW'),
  enc: z.literal('A256GCM'),
  /** Of the key that both custodians' keys make together. */
  kid: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
  /** The export, the same in all lines of a file. */
  file: z.uuid(),
  /** 1 for the first. */
  line: z.int().check(z.minimum(1)),
  /** SHA-256 of the line before, in base64url; absent in the first. */
  prev: z.optional(hash),
  /** Of the last line alone. */
  end: z.optional(z.literal(true)),
});
export type VaultLineHeader = z.infer<typeof VaultLineHeader>;

const MAX_METADATA = 16 * 1024;
/** PostgreSQL's JSON has no NUL and no half of a pair. */
const isStorable = (text: string) => text.length <= MAX_METADATA && !/\\u(?:0000|d[89a-f])/.test(text);

/** Where a line stands in the vault that it left. Lines are in the order of `card_id`; 0: before the first card. */
const Source = z.strictObject({ account_id: z.int(), card_id: z.int() });

/** The first line's content. */
const VaultBegin = z.strictObject({
  begin: z.strictObject({ format: z.literal(VAULT_FORMAT), service: z.string(), begun_at: time }),
  source: Source,
});

/** A token of a card. It bills for any number of payments, at any merchant of the account. */
export const VaultToken = z.strictObject({
  cc_token: z.string().check(z.regex(/^(?!tok_sandbox_)[\x21-\x7e]{16,255}$/)),
  /** The network that its shopper chose. */
  brand: IssuerCode,
  /** Whether a billing by it must name its user. */
  requires_user: z.boolean(),
  created_at: time,
});
export type VaultToken = z.infer<typeof VaultToken>;

/**
 * A saved card's line. `number` stands first: who reads it byte by byte takes it out before anything makes a text of it, and a
 * program of ours parses zeros in its place.
 */
export const VaultCard = z.strictObject({
  number: z.string().check(z.regex(/^[0-9]{12,19}$/)),
  card: z.strictObject({
    /** By which its user and the merchant know it. */
    id: id.check(z.maximum(2_147_483_647)),
    /** `replaced`: a later card that looks the same has its place in the list; its tokens go on. */
    status: z.enum(['listed', 'replaced']),
    brand: IssuerCode,
    exp_month: z.int().check(z.minimum(1), z.maximum(12)),
    exp_year: z.int().check(z.minimum(2000), z.maximum(2199)),
    holder_name: z.string().check(z.maxLength(255), z.regex(/^[^\p{Cc}\p{Cs}]*$/u)),
    is_default: z.boolean(),
    created_at: time,
    listed_at: z.nullable(time),
  }),
  user: z.strictObject({
    external_id: ExternalId,
    metadata: z
      .record(z.string(), z.unknown())
      .check(z.refine((metadata) => isStorable(JSON.stringify(metadata)))),
  }),
  tokens: z.array(VaultToken).check(z.maxLength(1000)),
  source: Source,
});
export type VaultCard = z.infer<typeof VaultCard>;

/** The last line's content. `skipped`: cards that were changed since they were sealed, which open nowhere. */
const VaultEnd = z.strictObject({
  end: z.strictObject({ cards: z.int(), skipped: z.int() }),
  source: Source,
});

export const VaultContent = z.union([VaultBegin, VaultCard, VaultEnd]);
export type VaultContent = z.infer<typeof VaultContent>;

/** Both custodians' keys, 32 bytes each in base64, in any order. They make the file's key together: one XOR the other. */
const keys = z.tuple([z.string(), z.string()]);

/** `POST /api/vault/export`: answers with lines. `after`: the last line of a file that was cut, which then goes on. */
export const VaultExport = z.strictObject({ account_id: id, keys, after: z.optional(z.string()) });
export type VaultExport = z.infer<typeof VaultExport>;

/** `POST /api/vault/import`: the next lines of a file. Its first line alone asks how far the import has come. */
export const VaultImport = z.strictObject({
  account_id: id,
  keys,
  lines: z.array(z.string()).check(z.minLength(1), z.maxLength(IMPORT_LINES)),
});
export type VaultImport = z.infer<typeof VaultImport>;

/**
 * Why a card was not imported. `token_taken`: one of its tokens is another card's here. `number_invalid`: no number of its brand.
 * `holder_name_invalid`: it may be a card number. `test_card_required`: no merchant of the account takes real cards.
 */
export const RefusalReason = z.enum([
  'token_taken',
  'number_invalid',
  'holder_name_invalid',
  'test_card_required',
]);
export type RefusalReason = z.infer<typeof RefusalReason>;

export const VaultRefusal = z.strictObject({ line: z.int(), reason: RefusalReason });
export type VaultRefusal = z.infer<typeof VaultRefusal>;

/** How far an import has come. */
export const VaultImportAnswer = z.strictObject({
  ...answer,
  /** The line that comes next. */
  next_line: z.int(),
  is_finished: z.boolean(),
  added: z.int(),
  /** Of cards that were here before, and stay as they are. */
  kept: z.int(),
  refused: z.int(),
  /** The first hundred that were refused. */
  refusals: z.array(VaultRefusal),
});
export type VaultImportAnswer = z.infer<typeof VaultImportAnswer>;
