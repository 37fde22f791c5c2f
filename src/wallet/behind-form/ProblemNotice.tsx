import { useEffect, useRef } from 'preact/hooks';
import type { ErrorData } from '../../contract/errors/errors.ts';
import type { Translate } from '../i18n/translate.ts';
import type { SavedCards } from '../state/saved-cards.ts';
import { asFrameGrows } from '../ui/focus-in-view.ts';
import { problemText } from '../ui/LoadFailure.tsx';
import { Notice } from '../ui/Notice.tsx';

type Props = { readonly problem: ErrorData; readonly saved: SavedCards; readonly t: Translate };

/** Of these the saved cards' own notice says the same. */
const shared: ReadonlySet<string> = new Set(['offline', 'session_expired']);

/** CSS pixels, as in the styles. */
const PHONE_WIDTH = 440;

/** Pages keep a button in front of a phone's lower edge, and a margin to scroll by ends with the frame: there, the middle is free. */
const place = () => (innerWidth > PHONE_WIDTH ? 'nearest' : 'center');

/** Why the shopper's press did not pay; it comes into view. */
export function ProblemNotice({ problem, saved, t }: Props) {
  const list = saved.status.value;
  // The notice above, of a list that failed for the same reason, shows it already: it is no more than said again.
  const isShown = list.name === 'failed' && list.error.code === problem.code && shared.has(problem.code);
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const reach = () => notice.current?.scrollIntoView({ block: place() });
    // In a frame that has yet to grow it would push what stands above it out of the frame.
    if (document.documentElement.scrollHeight <= innerHeight) reach();
    else asFrameGrows(reach);
  }, [problem]);
  return (
    <div ref={notice}>
      {isShown ? (
        <p class="visually-hidden" role="alert">
          {t(problemText(problem))}
        </p>
      ) : (
        <Notice>{t(problemText(problem))}</Notice>
      )}
    </div>
  );
}
