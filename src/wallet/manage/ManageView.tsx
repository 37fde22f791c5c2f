import { useSignal, useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { ManageSkeleton } from '../loading/ManageSkeleton.tsx';
import { LoadFailure } from '../methods/LoadFailure.tsx';
import { shortCardName } from '../methods/saved-card-name.ts';
import { Button } from '../ui/Button.tsx';
import { repeatAnnouncement } from '../ui/repeat-announcement.ts';
import { ignoreHiddenBlur, useFocusRestore } from '../ui/use-focus-restore.ts';
import { AddCard } from './AddCard.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { ManagedCard } from './ManagedCard.tsx';
import type { ManageProps } from './manage-props.ts';
import { type FocusAndMessages, type FocusTarget, focusTargetName } from './model/focus-and-messages.ts';
import { RemovedCard } from './RemovedCard.tsx';

function moveFocus(section: HTMLElement | null, place: FocusTarget) {
  const find = (name: string) => section?.querySelector<HTMLElement>(`[data-place='${name}']`);
  // The row may be gone after a reload of the list.
  const target = find(focusTargetName(place)) ?? find('add');
  (target?.matches('[tabindex], button') ? target : target?.querySelector('input'))?.focus();
}

/** Moves the focus to each new target once it is rendered, but not when the view is shown again. */
function useFocusTarget({ target }: FocusAndMessages, section: RefObject<HTMLElement | null>) {
  const next = target.value;
  const before = useRef(next);
  useLayoutEffect(() => {
    if (next === null || next === before.current) return;
    before.current = next;
    // Other components of the same change may render after this one.
    queueMicrotask(() => moveFocus(section.current, next));
  }, [next]);
}

/** Announces each event once: not again in another language, but again in the same words for another card. */
function Announcer({ manage, t }: ManageProps) {
  const announcement = useSignal('');
  useSignalEffect(() => {
    const news = manage.attention.news.value;
    if (news)
      announcement.value = repeatAnnouncement(
        t(news.key, { card: shortCardName(news.card, t) }),
        announcement.peek(),
      );
  });
  return (
    <p class="visually-hidden" role="status">
      {announcement}
    </p>
  );
}

function CardList(props: ManageProps) {
  const { manage, t } = props;
  const cards = manage.cards.value;
  const failure = manage.attention.failure.value;
  const isListed = cards.some(({ id }) => id === failure?.card.id);
  return (
    <>
      {cards.length === 0 && <p class="empty">{t('manage.empty')}</p>}
      {cards.length > 0 && (
        <ul class="choices">
          {cards.map((card) => (
            <ManagedCard key={card.id} {...props} card={card} />
          ))}
        </ul>
      )}
      {failure && !isListed && (
        <FailureNotice failure={failure} t={t}>
          <strong>{shortCardName(failure.card, t)}</strong> <br />
        </FailureNotice>
      )}
      <Button data-place="add" onClick={manage.openForm}>
        {t('manage.add')}
      </Button>
      {manage.removals.list.value.map((removal) => (
        <RemovedCard key={removal.card.id} {...props} removal={removal} />
      ))}
    </>
  );
}

function Content(props: ManageProps) {
  const { manage, t } = props;
  const status = manage.saved.status.value;
  const form = manage.addCard.form.value;
  if (status.name === 'guest') return <p class="empty">{t('manage.empty.guest')}</p>;
  if (status.name === 'failed') return <LoadFailure error={status.error} t={t} onRetry={manage.saved.load} />;
  if (status.name !== 'listed') return <ManageSkeleton t={t} />;
  return form ? <AddCard {...props} form={form} /> : <CardList {...props} />;
}

/** Lists the user's saved cards, to change and remove them. */
export function ManageView(props: ManageProps & { readonly isHidden?: boolean }) {
  const { manage, t, isHidden = false } = props;
  const section = useFocusRestore(isHidden);
  useFocusTarget(manage.attention, section);
  return (
    <section
      ref={section}
      class="manage"
      hidden={isHidden}
      tabIndex={-1}
      aria-label={t('manage.label')}
      onBlurCapture={ignoreHiddenBlur}
    >
      <Content {...props} />
      <Announcer {...props} />
    </section>
  );
}
