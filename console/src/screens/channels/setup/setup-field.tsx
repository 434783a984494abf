import { useId } from 'preact/hooks';
import type { Field } from './answers.js';

interface Props {
  readonly field: Field;
  readonly text: string;
  readonly problems: readonly string[];
  readonly onText: (text: string) => void;
}

/** A question with its answer, and what is wrong with that. */
export const SetupField = ({ field, text, problems, onText }: Props) => {
  const id = useId();
  const { path, label, help, kind, source } = field;
  const isKept = kind === 'secret' && source !== null && text === '';
  const hints = [
    ...(help === null ? [] : [help]),
    ...(kind === 'list' ? ['Separated by commas.'] : []),
    ...(isKept ? ['Leave empty to keep the current value.'] : []),
    ...(source !== null && source !== 'file' ? [`${source} takes precedence over the file.`] : []),
  ];
  const input = {
    id,
    name: path,
    value: text,
    'aria-describedby': `${id}-hint`,
    'aria-invalid': problems.length > 0,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onText(currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {kind === 'choice' ? (
        <select {...input}>
          {field.choices.map(({ value, hint }) => (
            <option key={value} value={value}>
              {value}: {hint}
            </option>
          ))}
        </select>
      ) : (
        <TextInput field={field} input={input} />
      )}
      <div id={`${id}-hint`} class="faint">
        {problems.map((problem) => (
          <p key={problem} class="problem">
            {problem}
          </p>
        ))}
        {hints.length > 0 && <p>{hints.join(' ')}</p>}
        <code>{path}</code>
      </div>
    </div>
  );
};

interface TextInputProps {
  readonly field: Field;
  readonly input: object;
}

const TextInput = ({ field: { kind, placeholder, source, required, value }, input }: TextInputProps) => {
  const isSecret = kind === 'secret';
  const type: object = { type: isSecret ? 'password' : 'text' };
  return (
    <input
      {...input}
      {...type}
      inputMode={kind === 'number' ? 'numeric' : undefined}
      required={required && value === null}
      // Browsers ignore `off` for passwords, and would fill in the one of someone's sign-in.
      autoComplete={isSecret ? 'new-password' : 'off'}
      spellcheck={false}
      placeholder={isSecret && source !== null ? '********' : (placeholder ?? '')}
    />
  );
};
