import { brandOf, networksOf } from '../../../../contract/cards/brand-detection.ts';
import { cardBrands } from '../../../../contract/cards/card-brands.ts';
import type {
  AmountBehaviour,
  SandboxCatalogue,
  ThreeDsBehaviour,
} from '../../../base/processor/sandbox-catalogue.ts';
import { decimalText } from '../../../payments/model/money.ts';
import { type Html, html, prose } from '../../pages/html.ts';
import { heading, pageOf, type Row, table } from '../layout/page.ts';

/** What the processor answers to which card, amount and switch, from the tables it answers by. */
export function sandboxCardsPage(tests: SandboxCatalogue): string {
  const { approvedCards, coBadgedCards, declinedCards, threeDsCards, switches } = tests;
  return pageOf({
    path: '/docs/test-cards',
    title: 'Test cards and amounts',
    lead: prose(
      'Any later month and any security code of the right length. From a terminal, bill `ccToken=tok_sandbox_` followed by the number. The card decides before the amount, the amount before the metadata.',
    ),
    body: html`
${section('approved', 'Approved', ['Number', 'Brand'], approvedCards.map(approvedRow))}
${section('co-badged', 'Of two networks', ['Number', 'The shopper chooses'], coBadgedCards.map(coBadgedRow))}
${section(
  'refused',
  'Refused',
  ['Number', 'Code', 'decline_code'],
  Object.entries(declinedCards).map((declined) => declineRow(tests, declined)),
)}
${section('three-ds', '3-D Secure', ['Number', 'At 10 GBP', 'Otherwise'], Object.entries(threeDsCards).map(threeDsRow))}
${section('amounts', 'Amounts', ['Amount', 'Effect'], amountRows(tests))}
${section(
  'switches',
  'Switches',
  ['Key of metadata', 'Effect', 'Value'],
  Object.entries(switches).map(([name, { effect, values }]) => row(name, prose(effect), html`${values}`)),
)}`,
    contents: [
      { href: '#approved', text: 'Approved' },
      { href: '#co-badged', text: 'Of two networks' },
      { href: '#refused', text: 'Refused' },
      { href: '#three-ds', text: '3-D Secure' },
      { href: '#amounts', text: 'Amounts' },
      { href: '#switches', text: 'Switches' },
    ],
  });
}

function section(id: string, title: string, head: readonly string[], rows: readonly Row[]): Html {
  return html`<section>${heading(id, title)}${table(title, head, rows)}</section>`;
}

function row(name: string, ...cells: readonly Html[]): Row {
  return { cells: [html`<code>${name}</code>`, ...cells] };
}

function approvedRow(number: string): Row {
  const brand = brandOf(number);
  return row(number, html`${brand === null ? '' : cardBrands[brand].name}`);
}

function coBadgedRow(number: string): Row {
  const names = networksOf(number).map((brand) => cardBrands[brand].name);
  return row(number, html`${names.join(' or ')}`);
}

function declineRow({ returnCodes }: SandboxCatalogue, [number, code]: [string, string]): Row {
  const { text = '', declineCode = '' } = returnCodes[code] ?? {};
  return row(number, html`<code>${code}</code> ${text}`, html`<code>${declineCode}</code>`);
}

const outcomes = {
  Y: 'passes',
  A: 'attempt, counts as passed',
  N: 'fails',
  U: 'unavailable',
  R: 'rejected',
} as const;

function threeDsRow([number, card]: [string, ThreeDsBehaviour]): Row {
  const { frictionless, otherwise = 'Y', challenge, slowMs, thenDecline } = card;
  const late = slowMs !== undefined && ` after ${slowMs / 1000} s`;
  const declined = thenDecline !== undefined && `, then declined with ${thenDecline}`;
  if (frictionless !== undefined) {
    const same = html`no challenge: ${outcomes[frictionless]}${late}`;
    return row(number, same, same);
  }
  const answer = challenge === undefined ? 'passes with 1234' : `${outcomes[challenge]} whatever is typed`;
  return row(number, html`challenge, ${answer}${late}${declined}`, html`${outcomes[otherwise]}${declined}`);
}

const behaviours = {
  unavailable: '503 `processor_unavailable`; nothing is stored',
  slow: 'succeeds slowly',
  pending: 'PENDING, then SUCCESS',
} as const satisfies Record<AmountBehaviour['kind'], string>;

function amountRows({ amounts, laterRefusals }: SandboxCatalogue): Row[] {
  const answered = Object.entries(amounts).map(([units, { kind, afterMs, decline }]) => {
    const effect = decline === undefined ? behaviours[kind] : 'PENDING, then FAILURE';
    const late = afterMs > 0 && ` after ${afterMs / 1000} s`;
    const instead = kind === 'pending' && '; an AUTH, never PENDING, is answered only then';
    return row(amountOf(units), html`${prose(effect)}${late}${instead}`);
  });
  const refusalRows = Object.entries(laterRefusals).map(([units, { kind, decline, above }]) => {
    const bound = above !== undefined && ` above ${amountOf(above)} in all`;
    return row(
      amountOf(units),
      html`authorised: then every ${kind}${bound} is declined with <code>${decline}</code>`,
    );
  });
  return [
    row('2000.NN', prose('declined with code NN of the table above; others with `05`')),
    ...answered,
    ...refusalRows,
  ];
}

function amountOf(units: number | string): string {
  return decimalText(Number(units), 'EUR');
}
