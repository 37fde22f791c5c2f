import { isLoopback } from '../../base/loopback.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Modes that encrypt and verify, and modes that `pg` treats alike. */
const VERIFIED: ReadonlySet<string> = new Set(['verify-full', 'verify-ca', 'require']);

/**
 * Checks DATABASE_URL, or another variable: another machine needs TLS with a verified certificate, unless the URL says `sslmode=disable`. No
 * part of the URL is quoted, because it holds a password.
 */
export function readDatabaseUrl(environment: Environment, name = 'DATABASE_URL'): string | undefined {
  const text = environment[name];
  if (text === undefined || text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Error(`Cannot start: ${name} is no address such as postgresql://user:password@host/database`);
  }
  if (isOnThisMachine(hostOf(url, environment))) return text;
  const mode = url.searchParams.getAll('sslmode').at(-1) ?? 'verify-full';
  if (mode === 'disable') return text;
  if (!VERIFIED.has(mode) || url.searchParams.has('uselibpqcompat')) {
    throw new Error(
      `Cannot start: ${name} names another machine and a sslmode that takes any certificate, expected sslmode=verify-full (with sslrootcert=<file> for an authority of your own), or sslmode=disable where nobody else is on the way`,
    );
  }
  url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}

/** The host as `pg` finds it: a parameter before the address itself, and the environment where neither names one. */
function hostOf({ searchParams, hostname }: URL, environment: Environment): string {
  return searchParams.getAll('host').at(-1) || decodeURIComponent(hostname) || environment['PGHOST'] || '';
}

function isOnThisMachine(host: string): boolean {
  if (host === '' || host.startsWith('/')) return true;
  const address = `http://${host}`;
  return URL.canParse(address) && isLoopback(address);
}
