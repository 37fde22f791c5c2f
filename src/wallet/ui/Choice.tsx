import type { ComponentChildren } from 'preact';

type Props = {
  readonly group: string;
  readonly isChosen: boolean;
  readonly disabled?: boolean;
  readonly onChoose: () => void;
  /** Spoken in place of the children. */
  readonly label?: string;
  /** Id of what is spoken after it. */
  readonly describedBy?: string | undefined;
  readonly children: ComponentChildren;
};

/** A row of a list of which one is chosen. */
export function Choice({ group, isChosen, disabled = false, onChoose, label, describedBy, children }: Props) {
  return (
    <label class="choice">
      <input
        type="radio"
        class="choice-radio"
        name={group}
        checked={isChosen}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        onChange={onChoose}
      />
      {children}
    </label>
  );
}
