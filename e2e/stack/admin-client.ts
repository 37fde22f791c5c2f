/** Of services that a test starts with it. */
export const INSPECTOR_TOKEN = 'it_sandbox_of_the_tests';

/** Asks the admin API of a service; rejects when it refuses. */
export function askAdmin(inspectorUrl: string, path: string, body?: object) {
  return send(inspectorUrl + path, { method: body ? 'POST' : 'GET', body });
}

/** Changes settings of a merchant; pages that were opened before may show the old ones for a while. */
export function changeMerchant(inspectorUrl: string, merchantId: number, settings: object) {
  return send(`${inspectorUrl}/api/merchants/${merchantId}`, { method: 'PATCH', body: settings });
}

/** Bytes a service's process holds, as it tells Prometheus. */
export async function residentBytes(inspectorUrl: string): Promise<number> {
  const headers = { Authorization: `Bearer ${INSPECTOR_TOKEN}` };
  const text = await (await fetch(`${inspectorUrl}/metrics`, { headers })).text();
  const [, bytes] = /^\w*process_resident_memory_bytes (\S+)$/m.exec(text) ?? [];
  if (bytes === undefined) throw new Error('Cannot measure memory: found no process_resident_memory_bytes');
  return Number(bytes);
}

async function send(address: string, { method, body }: { method: string; body: object | undefined }) {
  const answer = await fetch(address, {
    method,
    headers: { 'Inspector-Token': INSPECTOR_TOKEN, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`Cannot ask ${address}: answered ${answer.status} ${text}`);
  return JSON.parse(text);
}
