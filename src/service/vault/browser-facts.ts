import { BrowserFacts } from '../../contract/frame/browser-facts.ts';
import type { BrowserData } from '../base/processor/acquirer-question.ts';
import type { TokenBrowser } from '../base/seals/token-entry.ts';

const MAX_HEADER = 2048;

/** What the frame's own request says of its browser. */
export type BrowserHeaders = Pick<BrowserData, 'acceptHeader' | 'userAgent'>;

type Headers = { header(name: string): string | undefined };

export function browserHeaders(request: Headers): BrowserHeaders {
  return {
    acceptHeader: (request.header('Accept') ?? '*/*').slice(0, MAX_HEADER),
    userAgent: (request.header('User-Agent') ?? '').slice(0, MAX_HEADER),
  };
}

/** A token's browser. `facts`: what the frame has gathered; what is malformed is not known. */
export function browserOf(facts: unknown, request: BrowserHeaders & { readonly ip: string }): TokenBrowser {
  return { ...readFacts(facts), ...request };
}

/** The facts that a frame has sent with a code that it encrypted later. */
export function readFacts(facts: unknown): BrowserFacts | undefined {
  const parsed = BrowserFacts.safeParse(facts);
  return parsed.success ? parsed.data : undefined;
}

const FACTS = [
  'colorDepth',
  'javaEnabled',
  'language',
  'screenHeight',
  'screenWidth',
  'timeZoneOffset',
] as const;

/** All that EMV 3-D Secure wants; undefined where something of it is not known. */
export function completeBrowser({ ip: _, ...browser }: TokenBrowser): BrowserData | undefined {
  const isComplete = FACTS.every((name) => browser[name] !== undefined) && Boolean(browser.userAgent);
  return isComplete ? (browser as BrowserData) : undefined;
}
