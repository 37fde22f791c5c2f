import { expect, test } from 'vitest';
import { curlOf, SECRET_KEY_PLACE, shellWord } from './curl.ts';

test.each([
  ['plain', 'plain'],
  ["it's", `'it'\\''s'`],
  ['$(touch x) `id`', "'$(touch x) `id`'"],
  ['two\nlines', "'two\nlines'"],
  ['', "''"],
])('shellWord makes of %j the one word %s', (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test('curlOf leaves the key to the shell, and quotes all else', () => {
  const text = curlOf({
    method: 'POST',
    url: 'http://127.0.0.1:4000/wallet/api/v1/billing',
    headers: { secretKey: SECRET_KEY_PLACE, 'webhook-id': '$HOME' },
    form: { method: 'CHARGE', transactionID: 'a b' },
  });
  expect(text.split(' \\\n  ')).toEqual([
    'curl -X POST http://127.0.0.1:4000/wallet/api/v1/billing',
    '-H "secretKey: $SECRET_KEY"',
    "-H 'webhook-id: $HOME'",
    '--data-urlencode method=CHARGE',
    "--data-urlencode 'transactionID=a b'",
  ]);
});
