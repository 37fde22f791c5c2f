import type { FirstPaintSettings, PageTheme, Theme } from './frame-boot.ts';
import { jsonText } from './json-text.ts';

/** Attributes of every wallet frame, created by the page's script or its HTML. */
export const FRAME_ALLOW = 'payment';
export const FRAME_REFERRER_POLICY = 'strict-origin';
export const FRAME_TITLE = 'Payment method';
/** It keeps 4 px free at its sides for focus rings; the fields themselves stand flush with the page. */
export const FRAME_STYLE =
  'display:block;width:calc(100% + 8px);max-width:none;max-height:none;margin:0 -4px;border:0';

type FrameAddressParts = {
  readonly baseUrl: string;
  readonly publishableKey: string;
  readonly merchantId: number;
  /** As the page passed it, unchecked: the service refuses a wrong one. */
  readonly locale: unknown;
  /** Of the page that the frame stands in. */
  readonly origin: string;
  /** Whether that page stands in a frame itself, so that other pages of its shop may be around it. Default: it does not. */
  readonly nested?: boolean | undefined;
  readonly hints: FirstPaintSettings;
  /** As it came with the refresh token. */
  readonly hint: string;
};

/** The address of the frame's document: parameters for the service in its query, those for the first paint in its fragment. */
export function frameAddress({
  baseUrl,
  publishableKey: key,
  merchantId: merchant,
  locale,
  origin,
  nested,
  hints,
  hint,
}: FrameAddressParts): string {
  const parameters = query({ key, merchant, locale, origin, nested: nested ? 1 : undefined });
  const { saved } = readHint(hint);
  // Values are written as text, unchecked. `rows` is last, because it may become known later.
  const fragment = query({ ...hints, rows: saved || undefined });
  return `${baseUrl}/wallet/frame?${parameters}#${fragment}`;
}

/** Without undefined members, which JSON leaves out. */
function query(parameters: object): string {
  return `${new URLSearchParams(JSON.parse(jsonText(parameters)))}`;
}

/** The settings of `init` that the first paint shows. A wrong one looks like the default until the frame refuses it. */
export function firstPaintSettingsOf(
  { view, layout, express, appearance }: Readonly<Record<string, unknown>>,
  page: PageTheme,
): FirstPaintSettings {
  const { theme, labels, variables } = Object(appearance);
  return {
    view,
    layout,
    express,
    theme: themeOf(theme, themeOf(page)),
    labels,
    variables: variables ? jsonText(variables) : undefined,
    page,
  };
}

/** The theme of a `Theme` or a `PageTheme`; `otherwise` for anything that is none or `auto`. */
export const themeOf = (text: unknown, otherwise: Theme = 'auto'): Theme =>
  (/^light|^dark/.exec(text as string)?.[0] as Theme | undefined) ?? otherwise;

/** `2.paypal`: two saved cards, or `guest`, and the providers' methods that are offered. */
export function readHint(hint: string) {
  const [who, ...methods] = hint.split('.');
  return { who, saved: Number(who) || 0, methods };
}
