import type { ComponentChildren } from 'preact';

export type ChoiceProps = {
  readonly group: string;
  readonly isChosen: boolean;
  /** Can be met but not chosen. */
  readonly isBarred?: boolean;
  readonly onChoose: () => void;
  /** Takes the focus when it appears. */
  readonly isFocused?: boolean;
  /** Spoken in place of the children. */
  readonly label?: string | undefined;
  /** Id of what is spoken after it. */
  readonly describedBy?: string | undefined;
  readonly children: ComponentChildren;
  /** Whether the layout may make a tab of it. */
  readonly isTab?: boolean;
  /** What stands below it, seen while it is chosen. */
  readonly detail?: ComponentChildren;
};

/** One function for all renderings, so that it acts at the first alone. */
const focus = (input: HTMLInputElement | null) => input?.focus();

/** A field that lost the focus at the press would show its message, and what is pressed would move away before the release. */
export const keepFocus = (event: MouseEvent) => event.preventDefault();

/** What is always there of a row. */
export function ChoiceHead({ group, isChosen, isFocused, onChoose, children, ...given }: ChoiceProps) {
  return (
    <label class="choice-head" onMouseDown={keepFocus}>
      <input
        ref={isFocused ? focus : null}
        type="radio"
        class="choice-radio"
        name={group}
        checked={isChosen}
        // Arrow keys give a radio the focus, then click it: without the click it is read and the choice stays.
        aria-disabled={given.isBarred}
        onClick={(event) => given.isBarred && event.preventDefault()}
        aria-label={given.label}
        aria-describedby={given.describedBy}
        onChange={(event) => {
          event.currentTarget.focus();
          onChoose();
        }}
      />
      {children}
    </label>
  );
}

/** A row of a list of which one is chosen; the chosen one is open. */
export function Choice({ detail, isTab, ...head }: ChoiceProps) {
  return (
    <div class={isTab ? 'choice choice-tab' : 'choice'}>
      <ChoiceHead {...head} />
      {detail && (
        <div class="choice-body" hidden={!head.isChosen}>
          {detail}
        </div>
      )}
    </div>
  );
}
