import type { Provider } from '../contract/forms/provider-names.ts';
import type { WalletSettingsInput } from '../contract/forms/settings.ts';
import {
  FRAME_ALLOW,
  FRAME_REFERRER_POLICY,
  FRAME_STYLE,
  FRAME_TITLE,
  firstPaintSettingsOf,
  frameAddress,
} from '../contract/frame/frame-address.ts';
import type { FirstPaintSettings } from '../contract/frame/frame-boot.ts';
import { reservedHeight } from '../contract/frame/reserved-height.ts';

export type WalletFrameOptions = {
  /** Address of the service. */
  readonly baseUrl: string;
  readonly publishableKey: string;
  /** Of the page, one that is registered with the key: "https://shop.example". */
  readonly origin: string;
  /** Whether the page is itself shown in a frame of yours: the wallet may then be shown there, too. Default: `false`. */
  readonly nested?: boolean | undefined;
  /**
   * Those of `init`, which the page reads from the frame: `JSON.parse(frame.dataset.settings)`. `init` replaces a frame that was made
   * with others, `theme` apart, and says in the console what differs.
   */
  readonly settings: WalletSettingsInput;
  /** As it came with the refresh token: the frame is as high as the wallet will be. Default: as high as the form. */
  readonly hint?: string | undefined;
  /** What the page looks like: `auto` where it follows the device. Default: `light`. */
  readonly pageTheme?: 'light' | 'dark' | 'auto';
  /**
   * `none` if the page's Content-Security-Policy forbids style attributes: put `WALLET_FRAME_STYLE` into your
   * style sheet. Default: `inline`.
   */
  readonly styles?: 'inline' | 'none';
};

/** What a wallet frame looks like before the page's script is there: CSS declarations. */
export const WALLET_FRAME_STYLE = FRAME_STYLE;

/** What most devices can pay with; the page's script corrects the height where this one differs. */
const USUAL: Readonly<Record<Provider, boolean>> = {
  applepay: false,
  googlepay: true,
  paypal: true,
  amazonpay: true,
};
const usualMethods = new Map<string, boolean>(Object.entries(USUAL));

/**
 * The wallet's frame as HTML for the page's own document, inside the container that `init` gets. It loads and
 * paints before the page's script arrives; `init` takes it over with everything typed in it.
 *
 *     <div id="wallet">${walletFrame({ baseUrl, publishableKey, origin, settings, hint })}</div>
 *
 * Raises `TypeError` for a `baseUrl` or an `origin` that is none.
 */
export function walletFrame(options: WalletFrameOptions): string {
  const { publishableKey, nested, settings, hint = '', pageTheme = 'light', styles = 'inline' } = options;
  const baseUrl = readBaseUrl(options.baseUrl);
  const origin = readOrigin(options.origin);
  const { merchant_id: merchantId, locale = 'en' } = settings;
  const hints = firstPaintSettingsOf(settings, pageTheme);
  const isUsable = (method: string) => usualMethods.get(method) ?? true;
  const height = reservedHeight(hints, { width: Infinity, hint, isUsable });
  const attributes = {
    src: frameAddress({ baseUrl, publishableKey, merchantId, locale, origin, nested, hints, hint }),
    title: FRAME_TITLE,
    lang: 'en',
    allow: FRAME_ALLOW,
    referrerpolicy: FRAME_REFERRER_POLICY,
    height: `${height}`,
    'data-settings': JSON.stringify(settings),
    ...(styles === 'inline' ? { style: styleOf(hints) } : { width: '100%', frameborder: '0' }),
  };
  const attributeTexts = Object.entries(attributes).map(
    ([name, value]) => `${name}='${attributeText(value)}'`,
  );
  return `<iframe ${attributeTexts.join(' ')}></iframe>`;
}

/** The frame is transparent only if element and document have the same colour scheme. */
const styleOf = ({ theme }: FirstPaintSettings) =>
  theme === 'auto' ? FRAME_STYLE : `${FRAME_STYLE};color-scheme:${theme}`;

function readBaseUrl(text: string): string {
  if (URL.canParse(text)) return new URL(text).href.replace(/\/$/, '');
  throw new TypeError(`walletFrame: found "${text}" as baseUrl, wanted an absolute URL`);
}

function readOrigin(text: string): string {
  const { origin, href } = URL.canParse(text) ? new URL(text) : { origin: '', href: '' };
  if (origin && href === `${origin}/`) return origin;
  throw new TypeError(`walletFrame: found "${text}" as origin, wanted one such as "https://shop.example"`);
}

const attributeText = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/'/g, '&#39;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
