/** Of services that a test starts with it. */
export const INSPECTOR_TOKEN = 'it_sandbox_of_the_tests';

/** Asks the admin API of a service; rejects when it refuses. */
export async function askAdmin(inspectorUrl: string, path: string, body?: object) {
  const answer = await fetch(inspectorUrl + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'Inspector-Token': INSPECTOR_TOKEN, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`Cannot ask ${path}: answered ${answer.status} ${text}`);
  return JSON.parse(text);
}
