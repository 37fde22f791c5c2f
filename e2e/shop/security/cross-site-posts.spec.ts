import { expect, type Page } from '@playwright/test';
import { test } from '../../support/fixtures/three-ds-test.ts';
import { freePort } from '../../support/stack/free-port.ts';
import { servePages } from '../../support/stack/page-server.ts';
import { valueAt } from '../../support/stack/service-client.ts';

/** Of the box and the issuer; the service's other routes are read from its OpenAPI document. */
const BOX_ROUTES = ['/3ds/method', '/3ds/term', '/3ds/results'];
const ISSUER_ROUTES = [
  '/acs',
  '/acs/answer',
  '/acs/progress',
  '/acs/app',
  '/acs/method',
  '/providers/paypal',
];
const ENCODINGS = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

/** Everything of a challenge that its shopper's browser sends along, as a hostile page would wish to know it. */
type Known = {
  readonly transactionId: string;
  readonly boxUrl: string;
  readonly fields: Record<string, string>;
};

test('S18: a hostile page that knows all of a challenge posts forms to every route, and nothing changes', {
  tag: '@prove',
}, async ({ challenged, context, page, stack }) => {
  test.slow();
  const fields: Record<string, string> = {
    action: 'Y',
    code: '1234',
    status: 'Y',
    result: 'Y',
    PaRes: 'Y',
  };
  page.on('request', (request) => {
    if (!request.url().startsWith(`${stack.issuerUrl}/acs`)) return;
    for (const [name, value] of new URLSearchParams(request.postData() ?? '')) fields[name] ??= value;
  });
  await challenged.open();
  await challenged.pay();
  await expect(challenged.box.code).toBeVisible();
  const before = await challenged.openState();
  expect(before.status).toBe('PENDING');
  expect(Object.keys(fields)).toEqual(expect.arrayContaining(['PaReq', 'MD']));
  const known = { transactionId: before.transactionId, boxUrl: before.box ?? '', fields };
  const targets = await everyRoute(stack, known);
  const port = await freePort();
  const server = await servePages(port, new Map([['/', '<!doctype html><title>Hostile</title>']]));
  try {
    const hostile = await context.newPage();
    await hostile.goto(`http://hostile.localhost:${port}/`);
    const answered = await postForms(hostile, { targets, fields });
    expect(answered.size, 'routes that answered').toBe(targets.length);
    await page.bringToFront();
    expect(await challenged.openState()).toEqual(before);
    // What was sent would have done it, had it not come from a page of another site.
    const issuer = `http://127.0.0.1:${new URL(stack.issuerUrl).port}`;
    await fetch(`${issuer}/acs/answer`, { method: 'POST', body: new URLSearchParams(fields) });
    await challenged.expectOneEnd('authenticated');
  } finally {
    server.close();
  }
});

async function everyRoute(
  { serviceUrl, issuerUrl }: { serviceUrl: string; issuerUrl: string },
  { transactionId, boxUrl }: Known,
): Promise<string[]> {
  const openapi: unknown = await (await fetch(`${serviceUrl}/openapi.json`)).json();
  const described = Object.keys(Object(valueAt(openapi, 'paths'))).map((path) =>
    path.replaceAll(/\{\w+\}/g, transactionId),
  );
  expect(described.some((path) => path.endsWith('/cancel'))).toBe(true);
  const ofService = [...new Set([...described, ...BOX_ROUTES])].map((path) => serviceUrl + path);
  return [...ofService, boxUrl.split('#')[0] ?? '', ...ISSUER_ROUTES.map((path) => issuerUrl + path)];
}

/** By each encoding a form may have; resolves to the addresses that answered. */
async function postForms(
  hostile: Page,
  { targets, fields }: { targets: readonly string[]; fields: Readonly<Record<string, string>> },
): Promise<Set<string>> {
  const answered = new Set<string>();
  hostile.on('response', (response) => {
    if (response.request().method() === 'POST') answered.add(response.url());
  });
  for (const encoding of ENCODINGS) {
    await hostile.evaluate(submitAll, { encoding, targets, fields });
    await expect.poll(() => answered.size, { timeout: 20_000 }).toBe(targets.length);
  }
  return answered;
}

type Posts = {
  readonly encoding: string;
  readonly targets: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
};

function submitAll({ encoding, targets, fields }: Posts): void {
  for (const [index, target] of targets.entries()) {
    const name = `frame-${encoding}-${index}`;
    const frame = Object.assign(document.createElement('iframe'), { name });
    const form = Object.assign(document.createElement('form'), {
      method: 'post',
      action: target,
      target: name,
      enctype: encoding,
    });
    for (const [field, value] of Object.entries(fields))
      form.append(Object.assign(document.createElement('input'), { name: field, value }));
    document.body.append(frame, form);
    HTMLFormElement.prototype.submit.call(form);
  }
}
