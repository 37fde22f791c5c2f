import { parseArgs } from 'node:util';
import { adyenAcquirer } from '../adyen/adyen-acquirer.ts';
import { addressOf, readAdyenSettings } from '../adyen/adyen-settings.ts';
import { BATTERY, runBattery } from './battery.ts';
import type { Bench } from './bench.ts';

const HELP = `npm run conformance -- --processor adyen [--yes]

Asks the processor's own test system with your key. Without --yes it only says what it would do.
ADYEN_API_KEY and ADYEN_MERCHANT_ACCOUNT name the account, ADYEN_SEVERAL_CAPTURES the accounts with several partial captures.`;

/** A card that the vendor publishes for tests: docs.adyen.com/development-resources/testing. */
const CARD = { number: '4111111111111111', expMonth: 3, expYear: 2030, securityCode: '737' };
/** In the test system the holder's name asks for a refusal. */
const DECLINED = { ...CARD, holder: 'CARD_EXPIRED' };

type Environment = Readonly<Record<string, string | undefined>>;
type Options = {
  readonly environment: Environment;
  readonly print: (line: string) => void;
  /** Default: the network's. */
  readonly fetch?: Bench['fetch'];
};

/** The battery against a vendor's test system, with the caller's own key. Returns the exit code. */
export async function runConformance(words: readonly string[], options: Options): Promise<number> {
  const { print } = options;
  try {
    const { processor, yes, help } = readWords(words);
    if (help) {
      print(HELP);
      return 0;
    }
    if (processor !== 'adyen')
      throw new Error(`Cannot run: found the processor '${processor}', wanted adyen`);
    const { bench, address } = openBench(options);
    print(announcement(bench, address));
    if (!yes) {
      print('\nNothing was sent. Repeat it with --yes.');
      return 0;
    }
    return (await printResults(bench, print)) ? 0 : 1;
  } catch (error) {
    print(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`);
    return 2;
  }
}

function readWords(words: readonly string[]) {
  const options = {
    processor: { type: 'string' },
    yes: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  } as const;
  return parseArgs({ args: [...words], options }).values;
}

function openBench({ environment, fetch: ask }: Options): {
  readonly bench: Bench;
  readonly address: string;
} {
  const settings = readAdyenSettings(environment);
  const merchantAccount = environment['ADYEN_MERCHANT_ACCOUNT'];
  if (!merchantAccount) throw new Error('Cannot ask Adyen: ADYEN_MERCHANT_ACCOUNT is not set');
  if (settings.endpoint.kind === 'live') {
    throw new Error('Cannot run: ADYEN_LIVE_PREFIX is set, and this is for the test system alone');
  }
  const bench: Bench = {
    acquirer: adyenAcquirer(settings),
    fetch: ask ?? ((url, init) => fetch(url, init)),
    merchantAccount,
    cards: {
      approved: CARD,
      declined: { card: DECLINED, declineCode: 'expired_card' },
      demanding: undefined,
    },
    fake: undefined,
    close: async () => undefined,
  };
  return { bench, address: addressOf(settings) };
}

function announcement({ merchantAccount }: Bench, address: string): string {
  const cases = BATTERY.filter(({ needsFake }) => !needsFake);
  return `This makes payments with test cards at ${address}
for the merchant account ${merchantAccount}: about 15 authorisations and sales of up to 12.34 EUR, their captures, refunds and
cancels. No real money moves there; the payments stay visible in the Customer Area. ${cases.length} cases run;
${BATTERY.length - cases.length} do not, as they look into the other side or make its network fail:

${cases.map(({ name }) => `  ${name}`).join('\n')}
`;
}

const MARKS = { passed: 'ok', skipped: '--', unfit: '--', failed: 'NO' };

function printResults(bench: Bench, print: Options['print']): Promise<boolean> {
  return runBattery(bench, ({ name, result, reason }) =>
    print(`${MARKS[result]} ${name}${reason === undefined ? '' : `: ${reason}`}`),
  );
}
