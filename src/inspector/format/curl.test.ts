import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { curlOf, SECRET_KEY_PLACE, shellWord } from './curl.ts';

test.each(['plain', "it's", '$(touch x) `id` "q" \\ !', 'two\nlines', '<b>', ''])(
  'shellWord makes of %j one word that a shell reads as it is',
  (text) => {
    expect(execFileSync('sh', ['-c', `printf %s ${shellWord(text)}`], { encoding: 'utf8' })).toBe(text);
  },
);

test('curlOf leaves the key to the shell, and quotes all else', () => {
  const text = curlOf({
    method: 'POST',
    url: 'http://127.0.0.1:4000/wallet/api/v1/billing',
    headers: { secretKey: SECRET_KEY_PLACE, 'webhook-id': '$HOME' },
    form: { method: 'CHARGE', transactionID: "o'1" },
  });
  const words = text.replace('curl', "printf '%s|'");
  const said = execFileSync('sh', ['-c', words], {
    encoding: 'utf8',
    env: { SECRET_KEY: 'sk_x', HOME: '/h' },
  });
  expect(said.split('|')).toEqual([
    '-X',
    'POST',
    'http://127.0.0.1:4000/wallet/api/v1/billing',
    '-H',
    'secretKey: sk_x',
    '-H',
    'webhook-id: $HOME',
    '--data-urlencode',
    'method=CHARGE',
    '--data-urlencode',
    "transactionID=o'1",
    '',
  ]);
});
