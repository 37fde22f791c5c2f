import type { ComponentChildren } from 'preact';

export type ChoiceProps = {
  readonly group: string;
  readonly isChosen: boolean;
  /** Can be focused but not chosen. */
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
  /** Shown below it while it is chosen. */
  readonly detail?: ComponentChildren;
};

/** One function for all renders, so that the ref runs only at the first. */
const focus = (input: HTMLInputElement | null) => input?.focus();

/** A field that loses the focus on mousedown shows its message, which would move the pressed element before mouseup. */
export const keepFocus = (event: MouseEvent) => event.preventDefault();

/** The part of a row that is always shown. */
export function ChoiceHead({ group, isChosen, isFocused, onChoose, children, ...props }: ChoiceProps) {
  return (
    <label class="choice-head" onMouseDown={keepFocus}>
      <input
        ref={isFocused ? focus : null}
        type="radio"
        class="choice-radio"
        name={group}
        checked={isChosen}
        // Arrow keys focus a radio, then click it. Without the click it is read out, and the choice stays.
        aria-disabled={props.isBarred}
        onClick={(event) => props.isBarred && event.preventDefault()}
        aria-label={props.label}
        aria-describedby={props.describedBy}
        onChange={(event) => {
          event.currentTarget.focus();
          onChoose();
        }}
      />
      {children}
    </label>
  );
}

/** A row of a radio group; the chosen one is open. */
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
