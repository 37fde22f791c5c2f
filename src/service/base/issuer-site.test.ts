import { expect, test } from 'vitest';
import { readConfig } from '../main/settings/config.ts';
import { openLog } from '../operators/logs/open-log.ts';
import { warnAboutIssuerSite } from './issuer-site.ts';

const PUBLIC = { SERVICE_HOST: '0.0.0.0', EGRESS: 'public' };
const addressesOf = (BASE_URL: string, ISSUER_URL: string, more = {}) =>
  readConfig({ BASE_URL, ISSUER_URL, ...more });

function warned(...addresses: Parameters<typeof addressesOf>): boolean {
  const lines: string[] = [];
  warnAboutIssuerSite(
    addressesOf(...addresses),
    openLog({ level: 'info', write: (line) => lines.push(line) }),
  );
  return lines.join('').includes('the site of BASE_URL');
}

test.each([
  ['https://wallet.example', 'https://wallet.example:8443'],
  ['https://wallet.example', 'https://bank.wallet.example'],
  ['https://pay.shop.example', 'https://shop.example'],
])('a public service on %s refuses the issuer %s, which is on its site', (service, issuer) => {
  expect(() => addressesOf(service, issuer, PUBLIC)).toThrow("ISSUER_URL is '");
});

test.each([
  ['http://127.0.0.1:4000', 'http://127.0.0.1:4001', true],
  ['http://[::1]:4000', 'http://[::1]:4001', true],
  ['http://127.0.0.1:4000', 'http://localhost:4001', false],
  ['https://192.0.2.1', 'https://192.0.2.2', false],
  ['https://wallet.example', 'https://bank.example', false],
  ['https://wallet.shop.example', 'https://bank.shop.example', true],
])('of %s with the issuer %s is warned: %s', (service, issuer, isWarned) => {
  const more = service.startsWith('https') ? PUBLIC : {};
  expect(warned(service, issuer, more)).toBe(isWarned);
});
