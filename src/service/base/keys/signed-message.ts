import { equalDigests, type HasMasterKey, type MasterKey } from './master-key.ts';

/** A message is for one purpose and refused for any other. The service signs the first two, the issuer the others. */
type Purpose = 'provider-sheet' | 'pareq' | 'pares' | 'issuer-result' | 'issuer-app';

/** base64url of a JSON object, with its own MAC as the last member. */
export function signMessage({ masterKey }: HasMasterKey, purpose: Purpose, message: object): string {
  const mac = macOf(masterKey, purpose, JSON.stringify(message));
  return Buffer.from(JSON.stringify({ ...message, mac: Buffer.from(mac).toString('base64url') })).toString(
    'base64url',
  );
}

/** Returns what was signed; undefined for anything else. */
export function openMessage({ masterKey }: HasMasterKey, purpose: Purpose, text: string): unknown {
  const { mac, ...message } = parse(text);
  if (typeof mac !== 'string') return undefined;
  const expectedMac = macOf(masterKey, purpose, JSON.stringify(message));
  return equalDigests(expectedMac, Buffer.from(mac, 'base64url')) ? message : undefined;
}

function macOf(masterKey: MasterKey, purpose: Purpose, text: string): Uint8Array {
  return masterKey.digest(purpose, text);
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
