import { describe, expect, it } from 'vitest';
import { downloadReport, isReportAddress } from './download-report.ts';
import { readSettlementReport } from './settlement-report.ts';

const HEAD =
  'Company Account,Merchant Account,Psp Reference,Merchant Reference,Payment Method,Creation Date,TimeZone,Type,' +
  'Modification Reference,Gross Currency,Gross Debit (GC),Gross Credit (GC),Exchange Rate,Net Currency,Net Debit (NC),' +
  'Net Credit (NC),Commission (NC),Markup (NC),Scheme Fees (NC),Interchange (NC),Payment Method Variant,' +
  'Modification Merchant Reference,Batch Number';
const CSV = [
  HEAD,
  'Co,Shop,P1,order-1,visa,2026-07-01 10:00:00,CEST,Settled,M1,EUR,,12.34,1,EUR,,12.10,,0.10,0.04,0.10,visa,cap-1,7',
  'Co,Shop,P1,order-1,visa,2026-07-01 10:00:00,CEST,Refunded,M2,EUR,2.30,,1,EUR,2.30,,,,,,visa,ref-1,7',
  'Co,Shop,P2,"a ""b"", c",visa,2026-07-01 10:00:00,CEST,Chargeback,M3,GBP,1000000.05,,1,GBP,5,,,,,,visa,,7',
  'Co,Shop,,,,2026-07-01 10:00:00,CEST,MerchantPayout,,,,,,EUR,9.80,,,,,,,,7',
  'Co,Shop,P3,order-3,visa,2026-07-01 10:00:00,CEST,SomethingNew,M4,JPY,,1200,1,JPY,,1200,,,,,visa,,7',
].join('\r\n');

describe('readSettlementReport', () => {
  it.each(['', '<html>Please log in</html>'])('takes %j for no report', (text) => {
    expect(() => readSettlementReport(text)).toThrow('found no column Merchant Account');
    expect(readSettlementReport(`${HEAD}\r\n`)).toEqual([]);
  });

  it('reads amounts to the minor unit, with the sign of what the merchant gets', () => {
    expect(readSettlementReport(`\ufeff${CSV}\r\n`)).toEqual([
      expect.objectContaining({
        kind: 'captured',
        reference: 'cap-1',
        processorReference: 'M1',
        gross: 1_234,
        fee: 24,
        feeCurrency: 'EUR',
      }),
      expect.objectContaining({
        kind: 'refunded',
        reference: 'ref-1',
        paymentProcessorReference: 'P1',
        gross: -230,
      }),
      expect.objectContaining({
        kind: 'chargeback',
        reference: 'a "b", c',
        currency: 'GBP',
        gross: -100_000_005,
      }),
      expect.objectContaining({ kind: 'payout', currency: 'EUR', gross: -980, reference: undefined }),
      expect.objectContaining({ kind: 'other', type: 'SomethingNew', currency: 'JPY', gross: 1_200 }),
    ]);
  });

  it.each([
    ['a column is missing', CSV.replaceAll('Gross Debit (GC)', 'Gross'), /no column Gross Debit/],
    ['a row is short', `${HEAD}\na,b`, /row 2: found 2 cells, wanted 23/],
    ['an amount is none', CSV.replace('12.34', '12.345'), /amount '12.345' of EUR/],
    ['an amount has a comma', CSV.replace('12.34', '"1,234.00"'), /amount '1,234.00'/],
    ['a quote is open', `${HEAD}\n"a`, /no comma/],
  ])('throws where %s', (_what, csv, message) => {
    expect(() => readSettlementReport(csv)).toThrow(message);
  });

  it('reads a report without lines', () => {
    expect(readSettlementReport(HEAD)).toEqual([]);
  });
});

describe('downloadReport', () => {
  const signal = new AbortController().signal;
  const login = { user: 'report@Company.Co', password: 'secret' };

  it('S85: fetches from the vendor’s hosts alone', async () => {
    const asked: string[] = [];
    const fetch = async (url: string) => {
      asked.push(url);
      return new Response(CSV);
    };
    const call = { signal, fetch, now: new Date() };
    for (const url of [
      'http://ca-test.adyen.com/r.csv',
      'https://ca-test.adyen.com.evil.example/r.csv',
      'https://ca-test.adyen.com:444/r.csv',
      'https://me@ca-test.adyen.com/r.csv',
      'https://169.254.169.254/latest',
      'file:///etc/passwd',
      'URL_TO_DOWNLOAD_REPORT',
    ]) {
      expect(isReportAddress(url), url).toBe(false);
      expect(await downloadReport(url, { login, call })).toEqual({
        kind: 'unreadable',
        reason: 'address_forbidden',
      });
    }
    expect(asked).toEqual([]);
    const reply = await downloadReport('https://ca-test.adyen.com/reports/r.csv', { login, call });
    expect(reply.kind === 'lines' && reply.lines).toHaveLength(5);
  });

  it('follows no redirect, and says that it has no report', async () => {
    const call = {
      signal,
      fetch: async () => new Response('', { status: 302, headers: { location: 'https://a.example' } }),
      now: new Date(),
    };
    expect(await downloadReport('https://ca-live.adyen.com/r.csv', { login, call })).toEqual({
      kind: 'unreadable',
      reason: 'status_302',
    });
  });

  it.each([
    ['its login is refused', new Response('', { status: 401 }), 'unreadable', 'status_401'],
    ['a column is missing', new Response('a,b'), 'unreadable', expect.stringContaining('found no column')],
    ['the vendor is busy', new Response('', { status: 503 }), 'unknown', 'status_503'],
    ['it is asked too often', new Response('', { status: 429 }), 'unknown', 'status_429'],
  ])('says whether to ask again where %s', async (_what, response, kind, reason) => {
    const call = { signal, fetch: async () => response, now: new Date() };
    expect(await downloadReport('https://ca-live.adyen.com/r.csv', { login, call })).toEqual({
      kind,
      reason,
    });
  });
});
