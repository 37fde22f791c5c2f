import type { ComponentChildren } from 'preact';
import type { Translate } from '../i18n/translate.ts';
import { Notice } from '../ui/Notice.tsx';
import type { Failure } from './attention.ts';
import { reasonText } from './reason-text.ts';

type Props = {
  readonly failure: Failure;
  readonly t: Translate;
  /** What it is about, where that does not stand above it. */
  readonly children?: ComponentChildren;
};

/** What could not be done with a card, and why. */
export function FailureNotice({ failure: { what, error }, t, children }: Props) {
  return (
    <Notice>
      <span>
        {children}
        {t(`manage.error.${what}`, { reason: t(reasonText(error)) })}
      </span>
    </Notice>
  );
}
