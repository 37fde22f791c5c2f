import { expect, test } from 'vitest';
import { readConfig } from '../../main/settings/config.ts';
import { openLog } from '../../operators/logs/open-log.ts';
import { warnAboutMasterKey } from './key-file.ts';

const KEY = Buffer.alloc(32, 7).toString('base64');
const PUBLIC = {
  SERVICE_HOST: '0.0.0.0',
  BASE_URL: 'https://wallet.example',
  ISSUER_URL: 'https://bank.example',
  EGRESS: 'public',
};
const DATABASE = { DATABASE_URL: 'postgresql://wallet@localhost/wallet' };

test.each([
  ['nothing', {}, false],
  ['a public service', PUBLIC, true],
  ['PostgreSQL', DATABASE, true],
  ['PostgreSQL, the key set', { ...DATABASE, MASTER_KEY: KEY }, false],
  ['a public service, a file elsewhere', { ...PUBLIC, MASTER_KEY_FILE: '/run/keys/master.key' }, false],
  ['a public service, a file in DATA_DIR', { ...PUBLIC, MASTER_KEY_FILE: '.data/key' }, true],
])('of a master key beside its data is warned, with %s set: %s', (_, environment, isWarned) => {
  const lines: string[] = [];
  const log = openLog({ level: 'info', write: (line) => lines.push(line) });
  warnAboutMasterKey(readConfig(environment), log);
  expect(lines.join('').includes('MASTER_KEY_FILE outside DATA_DIR')).toBe(isWarned);
});
