import { useEffect, useRef } from 'preact/hooks';
import type { ErrorData } from '../../contract/errors/errors.ts';
import type { Translate } from '../i18n/translate.ts';
import { asFrameGrows } from '../ui/focus-in-view.ts';
import { problemText } from '../ui/LoadFailure.tsx';
import { Notice } from '../ui/Notice.tsx';

type Props = { readonly problem: ErrorData; readonly t: Translate };

/** CSS pixels, as in the styles. */
const PHONE_WIDTH = 440;

/** Pages keep a button in front of a phone's lower edge, and a margin to scroll by ends with the frame: there, the middle is free. */
const place = () => (innerWidth > PHONE_WIDTH ? 'nearest' : 'center');

/** Why the shopper's press did not pay; it comes into view. */
export function ProblemNotice({ problem, t }: Props) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const reach = () => notice.current?.scrollIntoView({ block: place() });
    // In a frame that has yet to grow it would push what stands above it out of the frame.
    if (document.documentElement.scrollHeight <= innerHeight) reach();
    else asFrameGrows(reach);
  }, [problem]);
  return (
    <div ref={notice}>
      <Notice>{t(problemText(problem))}</Notice>
    </div>
  );
}
