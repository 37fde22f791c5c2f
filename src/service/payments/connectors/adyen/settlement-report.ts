import type { ReadReport, ReportLine } from '../../../base/processor/acquirer.ts';
import { parseCsv } from './csv.ts';

/** The vendor's types of a line; every other is shown as `other`. */
const KINDS = new Map<string, ReportLine['kind']>(
  Object.entries({
    Settled: 'captured',
    Refunded: 'refunded',
    Chargeback: 'chargeback',
    SecondChargeback: 'chargeback',
    ChargebackReversed: 'chargebackReversed',
    Fee: 'fee',
    InvoiceDeduction: 'fee',
    MerchantPayout: 'payout',
  } as const),
);

const COLUMNS = [
  'Merchant Account',
  'Psp Reference',
  'Merchant Reference',
  'Type',
  'Gross Currency',
  'Gross Debit (GC)',
  'Gross Credit (GC)',
] as const;
/** Fees of a line; which of them the report has depends on the contract. */
const FEES = ['Commission (NC)', 'Markup (NC)', 'Scheme Fees (NC)', 'Interchange (NC)'];

/** Reads the settlement detail report of whoever wrote it. */
export function readReportText(csv: string): ReadReport {
  try {
    return { kind: 'lines', lines: readSettlementReport(csv) };
  } catch (error) {
    return { kind: 'unreadable', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Throws with a sentence where a column is missing or an amount is none. */
export function readSettlementReport(csv: string): readonly ReportLine[] {
  const { names, rows } = parseCsv(csv);
  const missing = COLUMNS.filter((name) => !names.includes(name));
  if (missing.length > 0) throw new Error(`Cannot read the report: found no column ${missing.join(', ')}`);
  return rows.map(lineOf);
}

function lineOf(row: Readonly<Record<string, string>>): ReportLine {
  const at = (name: string) => row[name] ?? '';
  // A line of the account itself, such as a payout, has a net currency alone.
  const currency = at('Gross Currency') || at('Net Currency');
  const amountOf = (name: string) =>
    minorUnitsOf(at(name), name.endsWith('(NC)') ? at('Net Currency') || currency : currency);
  const gross = amountOf('Gross Credit (GC)') - amountOf('Gross Debit (GC)');
  const net = amountOf('Net Credit (NC)') - amountOf('Net Debit (NC)');
  const type = at('Type');
  const modification = at('Modification Reference');
  const payment = at('Psp Reference');
  return {
    kind: KINDS.get(type) ?? 'other',
    type,
    reference: at('Modification Merchant Reference') || at('Merchant Reference') || undefined,
    processorReference: modification || payment || undefined,
    paymentProcessorReference: payment || undefined,
    merchantAccount: at('Merchant Account'),
    currency,
    feeCurrency: at('Net Currency') || currency,
    gross: at('Gross Currency') === '' ? net : gross,
    fee: FEES.reduce((total, name) => total + amountOf(name), 0),
  };
}

/** Decimal text to minor units, digit by digit. */
function minorUnitsOf(text: string, currency: string): number {
  if (text === '') return 0;
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  const exponent = exponentOf(currency);
  const isTooFine = /[1-9]/.test(fraction.slice(exponent));
  if (whole === '' || isTooFine) throw new Error(`Cannot read the amount '${text}' of ${currency}`);
  const units = Number(whole + fraction.slice(0, exponent).padEnd(exponent, '0'));
  if (!Number.isSafeInteger(units)) throw new Error(`Cannot read the amount '${text}' of ${currency}`);
  return sign === '' ? units : 0 - units;
}

function exponentOf(currency: string): number {
  if (!/^[A-Z]{3}$/.test(currency))
    throw new Error(`Cannot read an amount: found the currency '${currency}'`);
  const { maximumFractionDigits = 2 } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return maximumFractionDigits;
}
