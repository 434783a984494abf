import { useId, useState } from 'preact/hooks';
import { Words } from '../../parts/text/text.js';
import type { Setting } from './setting.js';
import { shortText, textOf, valueIn } from './value-text.js';

interface Props {
  readonly setting: Setting;
  /** `file`, an environment variable, or undefined for a default. */
  readonly source: string | undefined;
  /** The value that someone has entered and not saved; null for the default. */
  readonly change: unknown;
  readonly problems: readonly string[];
  /** @param value undefined takes the change back */
  readonly onChange: (value: unknown) => void;
}

/** One setting, named by its path. */
export const SettingField = ({ setting, source, change, problems, onChange }: Props) => {
  const id = useId();
  const isFixed = setting.isHostOnly || (source !== undefined && source !== 'file');
  return (
    <div class={change === undefined ? 'setting' : 'setting changed'}>
      <label for={id}>
        <code>{setting.path}</code>
      </label>
      <Input
        id={id}
        setting={setting}
        change={change}
        isFixed={isFixed}
        isWrong={problems.length > 0}
        onChange={onChange}
      />
      <div id={`${id}-hint`} class="faint">
        {problems.map((problem) => (
          <p key={problem} class="problem">
            {problem}
          </p>
        ))}
        {setting.description !== '' && (
          <p>
            <Words text={setting.description} />
          </p>
        )}
        <p class="row">
          <span>{sourceText(setting, source)}</span>
          {change !== undefined && (
            <button type="button" class="link" onClick={() => onChange(undefined)}>
              Undo {setting.path}
            </button>
          )}
          {change === undefined && source === 'file' && !isFixed && (
            <button type="button" class="link" onClick={() => onChange(null)}>
              Reset {setting.path}
            </button>
          )}
        </p>
      </div>
    </div>
  );
};

function sourceText(
  { isHostOnly, needsRestart, default: standard, isSecret }: Setting,
  source: string | undefined,
): string {
  const parts = [
    source === undefined
      ? 'Default'
      : source === 'file'
        ? 'From the file'
        : `From ${source}, which overrides the file`,
    ...(source !== undefined && standard !== undefined ? [`default ${shortText(standard, isSecret)}`] : []),
    ...(needsRestart ? ['takes effect at the next start'] : []),
    ...(isHostOnly ? ['can only be changed on the gateway’s machine'] : []),
  ];
  return `${parts.join('; ')}.`;
}

interface InputProps extends Pick<Props, 'setting' | 'change' | 'onChange'> {
  readonly id: string;
  readonly isFixed: boolean;
  readonly isWrong: boolean;
}

const Input = ({ id, setting, change, isFixed, isWrong, onChange }: InputProps) => {
  // As it was typed: a value that is not complete yet has no text of its own.
  const [draft, setDraft] = useState<string>();
  const value = change === undefined ? setting.value : (change ?? setting.default);
  const enter = (text: string) => {
    setDraft(text);
    const entered = valueIn(setting, text);
    onChange(isSame(entered, setting.value) ? undefined : entered);
  };
  const isDraft = draft !== undefined && change !== undefined && change !== null;
  const field = {
    id,
    disabled: isFixed,
    'aria-describedby': `${id}-hint`,
    'aria-invalid': isWrong,
    value: isDraft ? draft : textOf(setting, value),
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      enter(currentTarget.value),
  };
  if (setting.kind === 'switch' || setting.kind === 'choice')
    return <Select field={field} setting={setting} />;
  if (setting.kind === 'lines' || setting.kind === 'json')
    return <textarea {...field} rows={Math.min(12, field.value.split('\n').length + 1)} spellcheck={false} />;
  const kind: object = { type: setting.isSecret ? 'password' : 'text' };
  const placeholder = setting.isSecret && setting.value !== undefined ? '********' : '';
  return <input {...field} {...kind} autoComplete="off" spellcheck={false} placeholder={placeholder} />;
};

interface SelectProps {
  readonly field: { readonly id: string; readonly value: string };
  readonly setting: Setting;
}

const Select = ({ field, setting: { kind, options } }: SelectProps) => (
  <select {...field}>
    {field.value === '' && <option value="">not set</option>}
    {(kind === 'switch' ? ['true', 'false'] : options).map((each) => (
      <option key={each} value={each}>
        {each}
      </option>
    ))}
  </select>
);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
