import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { setQuery, type ScreenProps } from '../../frame/router.js';
import { FailureNote } from '../../parts/form/failure-note.js';
import { Field } from '../../parts/form/form.js';
import { useResource } from '../../parts/list/resource.js';
import { Loaded } from '../../parts/list/table.js';
import { Screen } from '../../parts/screen.js';
import { draft, forgetDraft, keepDraft } from './draft.js';
import { Review } from './review.js';
import { type Schema, sectionOf, type Setting, settingsOf, sourceOf } from './setting.js';
import { SettingField } from './setting-field.js';
import { type Base, type Changes, readConfig, useCheck } from './use-changes.js';

/** The configuration as a form, made from the gateway's own schema. */
export default function Settings({ place: { query } }: ScreenProps) {
  const schema = useResource('schema', () => answer(api.GET('/config/schema')));
  const config = useResource('config', readConfig, ['audit']);
  const search = query.get('q') ?? '';
  const tools = (
    <Field
      label="Search"
      type="search"
      value={search}
      onValue={(q) => setQuery({ q: q === '' ? undefined : q })}
    />
  );
  return (
    <Screen title="Settings" tools={tools}>
      <Loaded resource={schema}>
        {({ schema: found }) => (
          <Loaded resource={config}>
            {(latest) => (
              <SettingsForm schema={found} latest={latest} search={search} onSaved={config.reread} />
            )}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  );
}

interface FormProps {
  readonly schema: Schema;
  readonly latest: Base;
  readonly search: string;
  readonly onSaved: () => Promise<void>;
}

const SettingsForm = ({ schema, latest, search, onSaved }: FormProps) => {
  const { changes, base = latest } = draft.value;
  const [isReviewing, setReviewing] = useState(false);
  const { outcome, failure } = useCheck(changes);
  const settings = settingsOf(schema, base.value.config);
  const change = (path: string, value: unknown) => {
    const next = new Map(changes);
    if (value === undefined) next.delete(path);
    else next.set(path, value);
    keepDraft(next, base);
  };
  const shared = { sources: base.value.sources, changes, outcome, onChange: change };
  return (
    <>
      <Pending paths={base.value.pending_restart} />
      <Sections settings={settings} search={search} {...shared} />
      {changes.size > 0 && (
        <div class="changes">
          <FailureNote failure={failure} />
          <Problems outcome={outcome} settings={settings} />
          <p class="row">
            <button
              type="button"
              class="primary"
              disabled={!outcome || outcome.problems.length > 0}
              onClick={() => setReviewing(true)}
            >
              Review changes
            </button>
            <button type="button" onClick={forgetDraft}>
              Discard
            </button>
            <span>{changes.size === 1 ? '1 setting changed.' : `${changes.size} settings changed.`}</span>
          </p>
        </div>
      )}
      {isReviewing && (
        <Review
          {...{ base, schema, settings, changes, outcome }}
          onClose={() => setReviewing(false)}
          onSaved={async () => {
            forgetDraft();
            await onSaved();
          }}
        />
      )}
    </>
  );
};

const Pending = ({ paths }: { readonly paths: readonly string[] }) =>
  paths.length === 0 ? null : (
    <p class="note warning">
      Restart the gateway to apply: <code>{paths.join(', ')}</code>
    </p>
  );

interface ProblemsProps {
  readonly outcome: Schemas['ConfigCheckDto'] | undefined;
  readonly settings: readonly Setting[];
}

/** Problems that no field shows, such as that of a rule between two settings. */
const Problems = ({ outcome, settings }: ProblemsProps) => (
  <>
    {outcome?.problems
      .filter(({ path }) => !settings.some((each) => each.path === path))
      .map(({ path, message }) => (
        <p key={path} class="note failure" role="alert">
          <code>{path}</code> {message}
        </p>
      ))}
  </>
);

interface SectionsProps {
  readonly settings: readonly Setting[];
  readonly search: string;
  readonly sources: Readonly<Record<string, string>>;
  readonly changes: Changes;
  readonly outcome: Schemas['ConfigCheckDto'] | undefined;
  readonly onChange: (path: string, value: unknown) => void;
}

const Sections = ({ settings, search, ...fields }: SectionsProps) => {
  const words = search.toLowerCase();
  const found = settings.filter(({ path, description }) =>
    `${path} ${description}`.toLowerCase().includes(words),
  );
  if (found.length === 0) return <p class="note">No matching settings.</p>;
  return (
    <>
      {[...Map.groupBy(found, sectionOf)].map(([section, each]) => (
        <Section key={section} name={section} settings={each} isFound={search !== ''} {...fields} />
      ))}
    </>
  );
};

interface SectionProps extends Omit<SectionsProps, 'search'> {
  readonly name: string;
  readonly isFound: boolean;
}

/** Makes no fields before it is opened: there are hundreds of settings, and each field has its own description. */
const Section = ({ name, settings, isFound, sources, changes, outcome, onChange }: SectionProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="panel"
      open={isFound || isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <strong>{name}</strong> <span class="faint">{settings.length}</span>
      </summary>
      {(isFound || isOpen) &&
        settings.map((setting) => (
          <SettingField
            key={setting.path}
            setting={setting}
            source={sourceOf(sources, setting.path)}
            change={changes.get(setting.path)}
            problems={(outcome?.problems ?? [])
              .filter(({ path }) => path === setting.path)
              .map(({ message }) => message)}
            onChange={(value) => onChange(setting.path, value)}
          />
        ))}
    </details>
  );
};
