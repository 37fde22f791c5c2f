import type { FrameBoot } from '../../../contract/frame/frame-boot.ts';
import type {
  Binding,
  BoundCard,
  BoundCode,
  CardPlaintext,
  SecurityCodePlaintext,
  VaultKey,
} from '../../../contract/frame/wallet-api.ts';
import { noAnswerError } from '../../errors/service-errors.ts';
import { WalletError } from '../../errors/wallet-error.ts';
import type { AccessToken } from '../../session/access-token.ts';
import type { Session } from '../../state/session.ts';
import type { WalletApi } from './api.ts';

export type Encrypt = (plaintext: BoundCard | BoundCode, vaultKey: VaultKey) => Promise<string>;

/** Encrypts card data for this session, merchant and moment. */
export type Vault = {
  /** Fetches the service's key early, so that no press waits for it. After a failure the next use fetches it again. */
  prepare(): void;
  /** Sends an encrypted card. If the service calls the encryption outdated, it encrypts and sends once more. */
  send<Answer>(card: CardPlaintext, request: (jwe: string) => Promise<Answer>): Promise<Answer>;
  /** Fetches the service's current key first, because the code is decrypted later, when it cannot be encrypted again. */
  sealCode(code: SecurityCodePlaintext): Promise<string>;
};

type Dependencies = {
  readonly api: Pick<WalletApi, 'readVaultKey'>;
  readonly accessToken: Pick<AccessToken, 'get'>;
  readonly session: Pick<Session, 'id'>;
  readonly boot: Pick<FrameBoot, 'merchantId'>;
  /** The service's time, by the document's clock. */
  now(): number;
  /** Rejects if the code that encrypts fails to load. */
  encryption(): Promise<Encrypt>;
};

export function createVault({ api, accessToken, session, boot, now, encryption }: Dependencies): Vault {
  let keyRequest: Promise<VaultKey> | undefined;
  /** How far this frame's clock is behind the service's, for example after the computer slept. */
  let clockLag = 0;

  /** Waits for the access token first, because a renewal may open another session. */
  async function createBinding(): Promise<Binding> {
    await accessToken.get();
    return {
      session: session.id.peek() ?? '',
      merchant_id: boot.merchantId,
      at: Math.round(now() + clockLag),
      id: crypto.randomUUID(),
    };
  }

  async function readKey(): Promise<VaultKey> {
    const { vaultKey, serviceTime } = await api.readVaultKey();
    clockLag = serviceTime - now();
    return vaultKey;
  }

  /** The key that was fetched last, else fetches it. */
  function key(): Promise<VaultKey> {
    keyRequest ??= readKey().catch((error) => {
      keyRequest = undefined;
      throw error;
    });
    return keyRequest;
  }

  async function encrypt(plaintext: CardPlaintext | SecurityCodePlaintext): Promise<string> {
    const encrypting = encryption().catch((cause) => {
      throw noAnswerError('found no answer to the request for the code that encrypts', cause);
    });
    const [encryptNow, vaultKey] = await Promise.all([encrypting, key()]);
    return encryptNow({ ...plaintext, bound: await createBinding() }, vaultKey);
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
      keyRequest = undefined;
      return request(await encrypt(card));
    },
    sealCode(code) {
      keyRequest = undefined;
      return encrypt(code);
    },
  };
}
