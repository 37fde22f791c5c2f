import type { ComponentChildren, PartialInputHTMLAttributes, RefObject } from 'preact';
import { useId } from 'preact/hooks';
import { afterPress } from './after-press.ts';

export type InputRef = RefObject<HTMLInputElement | null>;

export type FieldProps = Omit<
  PartialInputHTMLAttributes<HTMLInputElement>,
  'id' | 'label' | 'type' | 'role'
> & {
  readonly label: string;
  readonly hint?: string;
  /** Shown in red below the input, and read with it. */
  readonly error: string | null;
  readonly inputRef?: InputRef;
  /** The shopper has gone from the field, and no press is under way that what shows now could move. */
  readonly onLeave?: () => void;
  /** Stands at the end of the label's line. */
  readonly aside?: ComponentChildren;
  /** Pictures at the input's end. */
  readonly children?: ComponentChildren;
};

/** A labelled input with its hint and error; native attributes pass through. */
export const Field = (props: FieldProps) => {
  const { label, hint, error, inputRef, onLeave, aside, children, ...attributes } = props;
  const id = useId();
  const hintId = hint === undefined ? null : `${id}-hint`;
  const errorId = error === null ? null : `${id}-error`;
  const described = [hintId, errorId].filter((part) => part !== null).join(' ');
  return (
    <div class="field">
      <div class="field-head">
        <label class="field-label" for={id}>
          {label}
        </label>
        {aside}
      </div>
      <div class="field-box">
        <input
          class="field-input"
          type="text"
          autoCorrect="off"
          spellcheck={false}
          placeholder=" "
          {...attributes}
          ref={inputRef ?? null}
          onBlur={onLeave && (({ currentTarget }) => afterPress(currentTarget, onLeave))}
          id={id}
          aria-describedby={described === '' ? undefined : described}
          aria-invalid={error === null ? undefined : true}
        />
        {children}
      </div>
      {hintId !== null && (
        <p class="field-hint" id={hintId}>
          {hint}
        </p>
      )}
      {errorId !== null && (
        <p class="field-error" id={errorId}>
          {error}
        </p>
      )}
    </div>
  );
};
