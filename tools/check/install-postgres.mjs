import { aptInstall } from './apt.mjs';
import { findPostgres, startPostgresProgram } from './postgres.mjs';

/**
 * A PostgreSQL for the tests on the second store: `TEST_DATABASE_URL`, else one found, else Debian's when that can be
 * installed. @returns {Promise<{ fine: boolean, stop(): Promise<void> }>}
 */
export async function requirePostgres() {
  const nothing = { fine: true, stop: async () => {} };
  if (process.env.TEST_DATABASE_URL) return nothing;
  if (!findPostgres()) aptInstall('postgresql');
  const bin = findPostgres();
  if (!bin) {
    console.log(
      'No PostgreSQL found: the second store is NOT tested; install one or set TEST_DATABASE_URL to a server',
    );
    return nothing;
  }
  const { url, stop } = await startPostgresProgram();
  if (!url) return { ...nothing, fine: false };
  process.env.TEST_DATABASE_URL = url;
  console.log(bin);
  return { fine: true, stop };
}
