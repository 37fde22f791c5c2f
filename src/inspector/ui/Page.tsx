import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

type Props = {
  readonly title: string;
  readonly lead?: ComponentChildren;
  /** Shown at the end of the title's line. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
};

/** A page of the inspector. Its title gets the focus, so that keyboard and screen readers begin there. */
export function Page({ title, lead, actions, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} · Inspector`;
  }, [title]);
  useLayoutEffect(() => {
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);
  return (
    <>
      <header class="page-head">
        <div class="page-words">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {lead && <p class="page-lead">{lead}</p>}
        </div>
        {actions && <div class="actions">{actions}</div>}
      </header>
      {children}
    </>
  );
}

type SectionProps = {
  readonly title: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
};

export function Section({ title, actions, children }: SectionProps) {
  return (
    <section class="section" aria-label={title}>
      <div class="section-head">
        <h2>{title}</h2>
        {actions && <div class="actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
