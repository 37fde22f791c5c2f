import type { FrameBoot } from '../../../contract/frame/frame-boot.ts';
import type {
  Bound,
  BoundCard,
  BoundCode,
  CardPlaintext,
  SecurityCodePlaintext,
  VaultKey,
} from '../../../contract/frame/wallet-api.ts';
import { unanswered } from '../../errors/service-errors.ts';
import { WalletError } from '../../errors/wallet-error.ts';
import type { AccessToken } from '../../session/access-token.ts';
import type { Session } from '../../state/session.ts';
import type { WalletApi } from './api.ts';

export type Encrypt = (plaintext: BoundCard | BoundCode, vaultKey: VaultKey) => Promise<string>;

/** What card data goes through: encrypted for this session and merchant, now. */
export type Vault = {
  /** Asks for the service's key ahead, so that no press waits for it; where that fails, who needs it asks again. */
  prepare(): void;
  /** Sends an encrypted card; where the service finds the encryption outdated, once more, encrypted anew. */
  send<Answer>(card: CardPlaintext, request: (jwe: string) => Promise<Answer>): Promise<Answer>;
  /** To the service's present key: it is opened when nobody can encrypt it anew. */
  sealCode(code: SecurityCodePlaintext): Promise<string>;
};

type Dependencies = {
  readonly api: Pick<WalletApi, 'readVaultKey'>;
  readonly accessToken: Pick<AccessToken, 'current'>;
  readonly session: Pick<Session, 'id'>;
  readonly boot: Pick<FrameBoot, 'merchantId'>;
  /** The service's time, as far as the document knows. */
  now(): number;
  /** Rejects where the code that encrypts was lost on the way. */
  encryption(): Promise<Encrypt>;
};

export function createVault({ api, accessToken, session, boot, now, encryption }: Dependencies): Vault {
  let asked: Promise<VaultKey> | undefined;
  /** What this frame's clock lost since, while its computer slept perhaps. */
  let behind = 0;

  /** A renewal may open another session, so the access token comes first. */
  async function bound(): Promise<Bound> {
    await accessToken.current();
    return {
      session: session.id.peek() ?? '',
      merchant_id: boot.merchantId,
      at: Math.round(now() + behind),
      id: crypto.randomUUID(),
    };
  }

  async function ask(): Promise<VaultKey> {
    const { vaultKey, serviceTime } = await api.readVaultKey();
    behind = serviceTime - now();
    return vaultKey;
  }

  /** The key as it was asked for last, or asked for now. */
  function key(): Promise<VaultKey> {
    asked ??= ask().catch((error) => {
      asked = undefined;
      throw error;
    });
    return asked;
  }

  async function encrypt(plaintext: CardPlaintext | SecurityCodePlaintext): Promise<string> {
    const coming = encryption().catch((cause) => {
      throw unanswered('found no answer to the request for the code that encrypts', cause);
    });
    const [encryptNow, vaultKey] = await Promise.all([coming, key()]);
    return encryptNow({ ...plaintext, bound: await bound() }, vaultKey);
  }

  return {
    prepare() {
      key().catch(() => {});
    },
    async send(card, request) {
      try {
        return await request(await encrypt(card));
      } catch (error) {
        if (!(error instanceof WalletError && error.code === 'card_encryption_outdated')) throw error;
      }
      asked = undefined;
      return request(await encrypt(card));
    },
    sealCode(code) {
      asked = undefined;
      return encrypt(code);
    },
  };
}
