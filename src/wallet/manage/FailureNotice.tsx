import type { ComponentChildren } from 'preact';
import { isProviderCode } from '../../contract/billing/providers.ts';
import type { TextKey, Translate } from '../i18n/translate.ts';
import { Notice } from '../ui/Notice.tsx';
import type { Failure } from './model/focus-and-messages.ts';
import { reasonText } from './reason-text.ts';

type Props = {
  readonly failure: Failure;
  readonly t: Translate;
  /** What it is about, where that does not stand above it. */
  readonly children?: ComponentChildren;
};

/** What a provider holds is no card. */
const textOf = ({ what, card }: Failure): TextKey =>
  what === 'remove' && isProviderCode(card.brand) ? 'manage.error.remove.method' : `manage.error.${what}`;

/** What could not be done with a card, and why. */
export function FailureNotice({ failure, t, children }: Props) {
  return (
    <Notice>
      <span>
        {children}
        {t(textOf(failure), { reason: t(reasonText(failure.error)) })}
      </span>
    </Notice>
  );
}
