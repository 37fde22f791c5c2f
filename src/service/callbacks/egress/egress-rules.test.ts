import { describe, expect, test } from 'vitest';
import type { EgressRules } from '../../base/egress.ts';
import { addressError, urlError } from './egress-rules.ts';

const ADMIN_PORT = 4001;
const sandbox: EgressRules = { profile: 'sandbox', ownPorts: [ADMIN_PORT] };
const open: EgressRules = { profile: 'public', ownPorts: [ADMIN_PORT] };

type Verdict = 'ok' | 'invalid' | 'forbidden';
const verdict = (text: string, rules: EgressRules): Verdict => urlError(text, rules)?.kind ?? 'ok';

/** URL, verdict in the sandbox, verdict in public. */
const URLS: [url: string, sandbox: Verdict, open: Verdict][] = [
  // Receivers.
  ['https://shop.example/callback', 'ok', 'ok'],
  ['https://shop.example:8443/callback?x=1', 'ok', 'ok'],
  ['https://8.8.8.8/', 'ok', 'ok'],
  ['https://[2606:4700::1111]/', 'ok', 'ok'],
  ['https://xn--mnchen-3ya.example/', 'ok', 'ok'],
  ['http://shop.example/callback', 'ok', 'forbidden'],
  ['http://localhost:3000/callback', 'ok', 'forbidden'],
  [`http://localhost:${ADMIN_PORT}/api/reset`, 'forbidden', 'forbidden'],
  [`http://shop.localhost.:${ADMIN_PORT}/`, 'forbidden', 'forbidden'],
  // This machine, in every spelling that `new URL` understands.
  ['https://localhost/', 'ok', 'forbidden'],
  ['https://localhost./', 'ok', 'forbidden'],
  ['https://shop.localhost/', 'ok', 'forbidden'],
  ['https://127.0.0.1/', 'ok', 'forbidden'],
  ['https://127.1/', 'ok', 'forbidden'],
  ['https://127.0.0.1./', 'ok', 'forbidden'],
  ['https://0x7f.1/', 'ok', 'forbidden'],
  ['https://0177.0.0.1/', 'ok', 'forbidden'],
  ['https://2130706433/', 'ok', 'forbidden'],
  ['https://0x7f000001/', 'ok', 'forbidden'],
  ['https://１２７.０.０.１/', 'ok', 'forbidden'],
  ['https://127。0。0。1/', 'ok', 'forbidden'],
  ['https://%31%32%37.0.0.1/', 'ok', 'forbidden'],
  ['https://127.255.255.254/', 'ok', 'forbidden'],
  ['https://[::1]/', 'ok', 'forbidden'],
  ['https://[0:0:0:0:0:0:0:1]/', 'ok', 'forbidden'],
  ['https://[::ffff:127.0.0.1]/', 'ok', 'forbidden'],
  ['https://[::ffff:7f00:1]/', 'ok', 'forbidden'],
  // Its network.
  ['https://10.0.0.1/', 'ok', 'forbidden'],
  ['https://172.16.0.1/', 'ok', 'forbidden'],
  ['https://172.31.255.255/', 'ok', 'forbidden'],
  ['https://172.32.0.1/', 'ok', 'ok'],
  ['https://192.168.1.1/', 'ok', 'forbidden'],
  ['https://100.64.0.1/', 'ok', 'forbidden'],
  ['https://198.18.0.1/', 'ok', 'forbidden'],
  ['https://[fc00::1]/', 'ok', 'forbidden'],
  ['https://[fd12:3456::1]/', 'ok', 'forbidden'],
  ['https://[::ffff:10.0.0.1]/', 'ok', 'forbidden'],
  // Never.
  ['http://169.254.169.254/latest/meta-data/', 'forbidden', 'forbidden'],
  ['https://169.254.169.254/', 'forbidden', 'forbidden'],
  ['https://0xa9fea9fe/', 'forbidden', 'forbidden'],
  ['https://2852039166/', 'forbidden', 'forbidden'],
  ['https://[::ffff:a9fe:a9fe]/', 'forbidden', 'forbidden'],
  ['https://[::a9fe:a9fe]/', 'forbidden', 'forbidden'],
  ['https://[::ffff:0:a9fe:a9fe]/', 'forbidden', 'forbidden'],
  ['https://[64:ff9b::a9fe:a9fe]/', 'forbidden', 'forbidden'],
  ['https://[64:ff9b:1::a9fe:a9fe]/', 'forbidden', 'forbidden'],
  ['https://[2002:a9fe:a9fe::1]/', 'forbidden', 'forbidden'],
  ['https://[2001:0:a9fe:a9fe::1]/', 'forbidden', 'forbidden'],
  ['https://[fd00:ec2::254]/', 'forbidden', 'forbidden'],
  ['https://100.100.100.200/', 'forbidden', 'forbidden'],
  ['https://0.0.0.0/', 'forbidden', 'forbidden'],
  ['https://0/', 'forbidden', 'forbidden'],
  ['https://[::]/', 'forbidden', 'forbidden'],
  ['https://[fe80::1]/', 'forbidden', 'forbidden'],
  ['https://[fec0::1]/', 'forbidden', 'forbidden'],
  ['https://[ff02::1]/', 'forbidden', 'forbidden'],
  ['https://224.0.0.1/', 'forbidden', 'forbidden'],
  ['https://240.0.0.1/', 'forbidden', 'forbidden'],
  ['https://255.255.255.255/', 'forbidden', 'forbidden'],
  ['https://192.0.2.1/', 'forbidden', 'forbidden'],
  ['https://198.51.100.7/', 'forbidden', 'forbidden'],
  ['https://203.0.113.7/', 'forbidden', 'forbidden'],
  ['https://[2001:db8::1]/', 'forbidden', 'forbidden'],
  ['https://[100::1]/', 'forbidden', 'forbidden'],
  // The service's own ports, ports of other protocols.
  [`http://localhost.example:${ADMIN_PORT}/`, 'ok', 'forbidden'],
  [`http://127.0.0.1:${ADMIN_PORT}/api/reset`, 'forbidden', 'forbidden'],
  [`http://[::1]:${ADMIN_PORT}/api/reset`, 'forbidden', 'forbidden'],
  [`http://[::ffff:127.0.0.1]:${ADMIN_PORT}/`, 'forbidden', 'forbidden'],
  ['https://shop.example:22/', 'forbidden', 'forbidden'],
  ['https://shop.example:25/', 'forbidden', 'forbidden'],
  ['https://shop.example:0/', 'forbidden', 'forbidden'],
  ['https://shop.example:1023/', 'forbidden', 'forbidden'],
  // No address to post to.
  ['', 'invalid', 'invalid'],
  ['/callback', 'invalid', 'invalid'],
  ['shop.example/callback', 'invalid', 'invalid'],
  ['https://', 'invalid', 'invalid'],
  ['https://user:secret@shop.example/', 'invalid', 'invalid'],
  ['https://user@shop.example/', 'invalid', 'invalid'],
  ['https://shop.example\\@127.0.0.1/', 'ok', 'ok'],
  ['https://127.0.0.1\\@shop.example/', 'ok', 'forbidden'],
  [' https://shop.example/', 'invalid', 'invalid'],
  ['https://shop.exa\tmple/', 'invalid', 'invalid'],
  ['https://shop.example/\r\nHost: x', 'invalid', 'invalid'],
  ['ftp://shop.example/', 'invalid', 'invalid'],
  ['file:///etc/passwd', 'invalid', 'invalid'],
  ['javascript:alert(1)', 'invalid', 'invalid'],
  ['gopher://127.0.0.1:6379/_x', 'invalid', 'invalid'],
  ['data:text/plain,x', 'invalid', 'invalid'],
  ['https://256.256.256.256/', 'invalid', 'invalid'],
  ['https://[::1/', 'invalid', 'invalid'],
  ['https://shop.example:99999/', 'invalid', 'invalid'],
  [`https://shop.example/${'x'.repeat(2048)}`, 'invalid', 'invalid'],
];

test.each([
  ['http://shop.example/', open, 'without TLS', 'https'],
  ['ftp://shop.example/', sandbox, "of scheme 'ftp:'", 'http or https'],
  ['ftp://shop.example/', open, "of scheme 'ftp:'", 'https'],
  ['/callback', sandbox, 'no URL', 'an absolute one of scheme http or https'],
  ['https://user@shop.example/', sandbox, 'with credentials', 'one without user name and password'],
  ['https://shop.example:22/', sandbox, 'to port 22', 'port 80, 443 or one from 1024 to 65535'],
  [
    `http://localhost:${ADMIN_PORT}/`,
    sandbox,
    'to a port of the service itself',
    'that of your own receiver',
  ],
  ['https://10.0.0.1/', open, 'to an address of a private network', 'a public one'],
])('urlError says of %j what is found and what is wanted', (url, rules, found, expected) => {
  expect(urlError(url, rules)).toMatchObject({ found, expected });
});

describe('urlError', () => {
  test.each(URLS)('judges %j: in the sandbox %s, in public %s', (url, inSandbox, inPublic) => {
    expect({ sandbox: verdict(url, sandbox), public: verdict(url, open) }).toEqual({
      sandbox: inSandbox,
      public: inPublic,
    });
  });
});

/** Where clouds answer with credentials, and other spellings of it. What is no URL reaches nobody either. */
const PLATFORM_URLS: readonly (readonly [what: string, url: string])[] = [
  // AWS, GCP, Azure and others: IPv4.
  ['link-local, the first', 'http://169.254.0.0/'],
  ['link-local, the last', 'http://169.254.255.255/'],
  ['EC2, GCE, Azure', 'http://169.254.169.254/'],
  ['ECS tasks', 'http://169.254.170.2/v2/credentials'],
  ['EKS pods', 'http://169.254.170.23/v1/credentials'],
  ['Azure wire server', 'http://168.63.129.16/'],
  ['Azure wire server, its port', 'http://168.63.129.16:32526/'],
  ['Alibaba', 'http://100.100.100.200/'],
  ['Oracle', 'http://192.0.0.192/'],
  // IPv6.
  ['EC2', 'http://[fd00:ec2::254]/'],
  ['EC2, written out', 'http://[fd00:0ec2:0000:0000:0000:0000:0000:0254]/'],
  ['EC2, in capitals', 'http://[FD00:EC2::254]/'],
  ['EKS pods', 'http://[fd00:ec2::23]/v1/credentials'],
  ['EC2 time', 'http://[fd00:ec2::123]/'],
  ['GCE', 'http://[fd20:ce::254]/'],
  ['Scaleway', 'http://[fd00:42::42]/'],
  ['Oracle, IPv6', 'http://[fd00:c1::a9fe:a9fe]/opc/v2/instance/'],
  ['Akamai', 'http://[fd00:a9fe:a9fe::1]/v1/token'],
  ['Alibaba, IPv6', 'http://[fd00:100::100:200]/'],
  // Numbers of other bases, fewer parts, dots.
  ['decimal', 'http://2852039166/'],
  ['octal', 'http://0251.0376.0251.0376/'],
  ['octal, one number', 'http://025177524776/'],
  ['hexadecimal', 'http://0xa9.0xfe.0xa9.0xfe/'],
  ['hexadecimal, one number', 'http://0xA9FEA9FE/'],
  ['two parts', 'http://169.16689662/'],
  ['three parts', 'http://169.254.43518/'],
  ['mixed bases', 'http://0xa9.254.0251.254/'],
  ['trailing dot', 'http://169.254.169.254./'],
  ['full-width digits', 'http://１６９.２５４.１６９.２５４/'],
  ['percent-encoded', 'http://%31%36%39.254.169.254/'],
  ['Azure, decimal', 'http://2822734096/'],
  ['Azure, hexadecimal', 'http://0xa83f8110/'],
  ['Azure, octal', 'http://0250.077.0201.020/'],
  ['Azure, trailing dot', 'http://168.63.129.16./'],
  ['Alibaba, decimal', 'http://1684301000/'],
  // IPv4 inside IPv6.
  ...['a9fe:a9fe', 'a83f:8110', '6464:64c8', 'c000:00c0'].flatMap(
    (wrapped): [what: string, url: string][] => [
      ['mapped', `http://[::ffff:${wrapped}]/`],
      ['mapped, written out', `http://[0:0:0:0:0:ffff:${wrapped}]/`],
      ['compatible', `http://[::${wrapped}]/`],
      ['translated', `http://[::ffff:0:${wrapped}]/`],
      ['NAT64', `http://[64:ff9b::${wrapped}]/`],
      ['local NAT64', `http://[64:ff9b:1::${wrapped}]/`],
      ['local NAT64, a prefix of it', `http://[64:ff9b:1:fffe::${wrapped}]/`],
      ['6to4', `http://[2002:${wrapped}::]/`],
      ['6to4, a host of it', `http://[2002:${wrapped}:1::5]/`],
      ['Teredo server', `http://[2001:0:${wrapped}::1]/`],
      ['ISATAP, link-local', `http://[fe80::5efe:${wrapped}]/`],
      ['ISATAP, public prefix', `http://[2a01:4f8::5efe:${wrapped}]/`],
      ['ISATAP, public prefix, global', `http://[2a01:4f8::200:5efe:${wrapped}]/`],
      ['ISATAP, private prefix', `http://[fd12:3456::5efe:${wrapped}]/`],
      ['ISATAP, private prefix, global', `http://[fd12:3456::200:5efe:${wrapped}]/`],
    ],
  ),
  ['mapped, dotted', 'http://[::ffff:169.254.169.254]/'],
  ['Azure, mapped, dotted', 'http://[::ffff:168.63.129.16]/'],
  // All bits of a Teredo client's address are turned around.
  ['Teredo client', 'http://[2001:0:4136:e378:8000:63bf:5601:5601]/'],
  ['zone', 'http://[fe80::1%25eth0]/'],
  ['EC2 with a zone', 'http://[fd00:ec2::254%25eth0]/'],
];

test.each(PLATFORM_URLS)('S40: no profile lets a URL name a platform address: %s, %s', (_what, url) => {
  for (const rules of [sandbox, open]) {
    expect(verdict(url, rules)).not.toBe('ok');
    expect(verdict(url.replace('http:', 'https:'), rules)).not.toBe('ok');
  }
});

/** As resolvers of names give them. */
test.each([
  '169.254.169.254',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd00:ec2::254%eth0',
  'fd20:ce::254',
  'fd20:ce::254%2',
  '::ffff:168.63.129.16',
  '::ffff:a9fe:a9fe%eth0',
  'fe80::a9fe:a9fe%eth0',
  'fd12::5efe:a9fe:a9fe',
  'no address',
  '',
])('S40: no profile lets a name resolve to %j', (address) => {
  for (const rules of [sandbox, open]) expect(addressError(address, { port: 443, rules })).toBeDefined();
});
