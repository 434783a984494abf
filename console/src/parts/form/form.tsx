import type { ComponentChildren, InputHTMLAttributes } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { useAction } from './action.js';
import { CopyButton } from '../text/copy.js';
import { FailureNote } from './failure-note.js';

interface FormProps<T> {
  /** A verb, the text of its button. */
  readonly label: string;
  readonly run: () => Promise<T>;
  readonly after?: () => Promise<void>;
  /** The success, in words. */
  readonly done: string | ((outcome: T) => string);
  readonly command?: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** Fields with one button. What was entered stays when it fails, and the failure names the field. */
export const Form = <T,>({ label, command, children, class: name = '', ...action }: FormProps<T>) => {
  const { isBusy, failure, run } = useAction(action);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <form class={`form ${name}`} onSubmit={submit}>
      {children}
      <FailureNote failure={failure} />
      <span class="joined">
        <button type="submit" class="primary" aria-busy={isBusy}>
          {label}
        </button>
        {command !== undefined && <CopyButton text={command} what="Copy as command" icon="command" />}
      </span>
    </form>
  );
};

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly hint?: string;
  readonly type?: 'text' | 'password' | 'email' | 'search' | 'number' | 'datetime-local';
  readonly autoComplete?: 'off';
  readonly autoFocus?: boolean;
  readonly required?: boolean;
  readonly placeholder?: string;
}

/** A field of one line with its label. */
export const Field = ({ label, value, onValue, hint, autoFocus = false, ...input }: FieldProps) => {
  const id = useId();
  const hintId = `${id}-hint`;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (autoFocus) field.current?.focus();
  }, []);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        {...(input as InputHTMLAttributes)}
        ref={field}
        spellcheck={false}
        id={id}
        value={value}
        aria-describedby={hint === undefined ? undefined : hintId}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      {hint !== undefined && (
        <small id={hintId} class="faint">
          {hint}
        </small>
      )}
    </div>
  );
};

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Value and text of each. */
  readonly options: readonly (readonly [value: string, text: string])[];
}

export const Choice = ({ label, value, onValue, options }: ChoiceProps) => {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
};

interface CheckProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export const Check = ({ label, isOn, onChange }: CheckProps) => (
  <label class="check">
    <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />{' '}
    {label}
  </label>
);
