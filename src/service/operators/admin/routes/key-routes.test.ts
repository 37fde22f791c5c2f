import { afterAll, beforeAll, expect, test } from 'vitest';
import { AuditAnswer } from '../../../../contract/admin/audit.ts';
import { KeyRotationAnswer } from '../../../../contract/admin/service.ts';
import { openTestAdmin, type TestAdmin } from '../../../test-kit/test-admin.ts';
import { refusal } from '../../../test-kit/test-client.ts';

let admin: TestAdmin;
beforeAll(async () => {
  admin = await openTestAdmin();
});
afterAll(() => admin.close());

const rotate = (keys: string) => admin.send('/api/keys/rotate', { method: 'POST', body: { keys } });
const acts = async () => {
  const { entries } = AuditAnswer.parse(await admin.call('GET', '/api/audit'));
  return entries.map(({ act, details }) => [act, details]);
};

test('a master key that is set from outside and unchanged is not rotated', async () => {
  expect(await refusal(rotate('master'))).toEqual([409, 'master_key_unchanged']);
  expect(await refusal(rotate('vault'))).toEqual([400, 'parameter_invalid', 'keys']);
  expect(await acts()).toEqual([['keys.rotation-begun', { keys: 'master' }]]);
});

test('a signing key is rotated, once at a time, and the audit log says so', async () => {
  const { signing, master } = KeyRotationAnswer.parse(await (await rotate('signing')).json());
  expect(master).toBeNull();
  expect(KeyRotationAnswer.parse(await (await rotate('signing')).json()).signing).toEqual(signing);
  expect((await acts())[0]).toEqual(['keys.rotated', { master, signing }]);
});
