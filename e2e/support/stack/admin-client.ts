/** Of services that a test starts with it. */
export const INSPECTOR_TOKEN = 'it_sandbox_of_the_tests';

/** Asks the admin API of a service; rejects when it refuses. */
export function askAdmin(inspectorUrl: string, path: string, body?: object) {
  return send(inspectorUrl + path, { method: body ? 'POST' : 'GET', body });
}

/** Has the admin API do something that takes no body. */
export function postAdmin(inspectorUrl: string, path: string) {
  return send(inspectorUrl + path, { method: 'POST', body: undefined });
}

/** Changes settings of a merchant; pages that were opened before may show the old ones for a while. */
export function changeMerchant(inspectorUrl: string, merchantId: number, settings: object) {
  return send(`${inspectorUrl}/api/merchants/${merchantId}`, { method: 'PATCH', body: settings });
}

/** What a service measures of itself, by the names that Prometheus knows: the sum over a name's labels. */
export async function metricsOf(inspectorUrl: string): Promise<(name: string) => number> {
  const headers = { Authorization: `Bearer ${INSPECTOR_TOKEN}` };
  const text = await (await fetch(`${inspectorUrl}/metrics`, { headers })).text();
  const samples = text.split('\n').map((line) => /^(?<name>\w+)(?:\{.*\})? (?<value>\S+)/.exec(line)?.groups);
  return (name) => {
    const values = samples
      .filter((sample) => sample?.['name'] === name)
      .map((sample) => Number(sample?.['value']));
    if (values.length === 0) throw new Error(`Cannot measure: found no ${name} among the metrics`);
    return values.reduce((total, value) => total + value);
  };
}

/** Bytes a service's process holds. */
export async function residentBytes(inspectorUrl: string): Promise<number> {
  return (await metricsOf(inspectorUrl))('process_resident_memory_bytes');
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
