import type { ComponentChildren, PartialInputHTMLAttributes, RefObject } from 'preact';
import { useId, useRef } from 'preact/hooks';

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
  /** The shopper has left the field, and no press is going on that a new message could move. */
  readonly onLeave?: () => void;
  /** Shown at the end of the label's line. */
  readonly aside?: ComponentChildren;
  /** Pictures at the input's end. */
  readonly children?: ComponentChildren;
};

/** The longest press on the page: the frame, which has lost the focus, does not see it end. */
const PRESS_MS = 2000;

/** A labelled input with its hint and error; native attributes pass through. */
export const Field = (props: FieldProps) => {
  const { label, hint, error, inputRef, onLeave, onKeyDown, aside, children, ...attributes } = props;
  const id = useId();
  const isTabbing = useRef(false);
  const hintId = hint === undefined ? null : `${id}-hint`;
  const errorId = error === null ? null : `${id}-error`;
  const descriptionIds = [hintId, errorId].filter((part) => part !== null).join(' ');
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
          {...attributes}
          ref={inputRef ?? null}
          onKeyDown={(event) => {
            isTabbing.current = event.key === 'Tab';
            onKeyDown?.(event);
          }}
          onBlur={onLeave && (({ currentTarget }) => leave(currentTarget, { isTabbing, act: onLeave }))}
          id={id}
          aria-describedby={descriptionIds === '' ? undefined : descriptionIds}
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

type LeaveInput = { readonly isTabbing: { current: boolean }; readonly act: () => void };

/**
 * Calls `act` once the press that took the focus from a field is over: a message shown earlier would move the pressed element,
 * and the click would be lost. Tab presses nothing. A field that has the focus again by then has not been left.
 */
async function leave(field: HTMLElement, { isTabbing, act }: LeaveInput) {
  const isPress = !isTabbing.current;
  isTabbing.current = false;
  if (isPress) await endOfPress();
  // The click comes after its `mouseup`.
  setTimeout(() => {
    if (!field.matches(':focus')) act();
  });
}

function endOfPress(): Promise<unknown> {
  return new Promise((end) => {
    addEventListener('mouseup', end, { once: true });
    addEventListener('keyup', end, { once: true });
    setTimeout(end, PRESS_MS);
  });
}
