import type { PageDialog } from '../../../contract/frame/page-dialog.ts';
import type { Translate } from '../../i18n/translate.ts';
import type { DialogContext } from '../dialogs/dialog-stack.ts';
import type { BoxSize } from './box-sizes.ts';

/**
 * `open`: the challenge can be answered. `closing`: asks for confirmation before the payment is stopped. `blank`: the box did
 * not load, and can be loaded again.
 */
export type BoxState = 'open' | 'closing' | 'blank';

/** Changes that are drawn once: the address to load, and whether the button gets the focus. */
export type BoxChange = { readonly src?: string; readonly focus?: boolean };

type Box = BoxChange & {
  readonly size: BoxSize;
  readonly state: BoxState;
  /** Whether the service was asked to cancel it. */
  readonly isStopping: boolean;
  /** Undefined unless they are few. */
  readonly secondsLeft: number | undefined;
};

const BAR =
  'display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:4px 6px;padding:6px 8px;padding-inline-start:16px;';

/** The challenge's dialog for the page: a bar with heading and buttons above the box. */
export function boxDialog({ t, lang, dir, look }: DialogContext, box: Box): PageDialog {
  const { src, focus = false, size, state, isStopping } = box;
  const title = t('threeds.title');
  const isAsking = state !== 'open';
  const heading = {
    key: 'heading',
    tag: 'h1',
    css: `${look.heading}flex:1 1 5em;font-variant-numeric:tabular-nums;`,
    ariaLive: isAsking ? 'assertive' : null,
    textContent: headingText(t, box),
  } as const;
  const stop = {
    key: 'stop',
    tag: 'button',
    css: isAsking ? look.stopButton : 'display:none',
    textContent: t('threeds.stop'),
    disabled: isStopping,
  } as const;
  const goOn = { key: 'goOn', tag: 'button', focus, ...continueButton({ t, look }, state) } as const;
  const frame = {
    key: 'box',
    tag: 'iframe',
    css: `width:100%;min-height:0;border:0;background:Canvas;${size.frame}`,
    title,
    inert: state === 'closing',
    ...(src !== undefined && { src }),
  } as const;
  return {
    css: look.dialog + size.dialog(look),
    lang,
    dir,
    ariaLabel: title,
    parts: [{ key: 'bar', tag: 'div', css: BAR, parts: [heading, stop, goOn] }, frame],
  };
}

function headingText(t: Translate, { state, secondsLeft }: Box): string {
  if (state !== 'open') return t(`threeds.${state}`);
  if (secondsLeft === undefined) return t('threeds.title');
  const seconds = String(secondsLeft % 60).padStart(2, '0');
  return t('threeds.left', { time: `${Math.floor(secondsLeft / 60)}:${seconds}` });
}

/** The button at the end of the bar: "×" while the challenge is open, else "Continue" or "Try again". */
function continueButton({ t, look }: Pick<DialogContext, 't' | 'look'>, state: BoxState) {
  if (state === 'open') {
    const sign = 'width:44px;padding:0;border-color:transparent;font-size:1.75em;line-height:1;';
    return { css: look.button + sign, ariaLabel: t('threeds.close'), textContent: '×' };
  }
  const name = t(state === 'closing' ? 'threeds.continue' : 'error.retry');
  return { css: look.button, ariaLabel: name, textContent: name };
}
