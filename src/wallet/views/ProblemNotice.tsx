import { useEffect, useRef } from 'preact/hooks';
import type { ErrorData } from '../../contract/errors/errors.ts';
import { problemText } from '../errors/problem-text.ts';
import type { Translate } from '../i18n/translate.ts';
import { onFrameGrow } from '../ui/focus-in-view.ts';
import { Notice } from '../ui/Notice.tsx';

type Props = { readonly problem: ErrorData; readonly t: Translate };

/** CSS pixels, as in the styles. */
const PHONE_WIDTH = 440;

/** On a phone the page's Pay button may cover the lower edge, and a scroll margin ends with the frame, so the notice is centred. */
const place = () => (innerWidth > PHONE_WIDTH ? 'nearest' : 'center');

/** Says why a payment failed, and scrolls into view. */
export function ProblemNotice({ problem, t }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const reach = () => notice.current?.scrollIntoView({ block: place() });
    // Scrolling before the frame has grown would move the content above out of the frame.
    if (document.documentElement.scrollHeight <= innerHeight) reach();
    else onFrameGrow(reach);
  }, [problem]);
  return (
    <div ref={notice}>
      <Notice>{t(problemText(problem))}</Notice>
    </div>
  );
}
