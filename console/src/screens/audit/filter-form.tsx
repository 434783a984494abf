import { useState } from 'preact/hooks';
import { hrefOf, setQuery } from '../../frame/router.js';
import { Field, Form } from '../../parts/form/form.js';
import { exactTimeOf, localTime } from '../../parts/form/local-time.js';
import { commandLine } from '../../parts/text/command.js';
import type { AuditFilter } from './audit-filter.js';

/** Limits the list; the address has the filter. */
export const FilterForm = ({ filter }: { readonly filter: AuditFilter }) => {
  const [actor, setActor] = useState(filter.actor ?? '');
  const [action, setAction] = useState(filter.action ?? '');
  const [subject, setSubject] = useState(filter.subject ?? '');
  const [since, setSince] = useState(localTime(filter.since));
  const [until, setUntil] = useState(localTime(filter.until));
  const typed = {
    actor: actor.trim() || undefined,
    action: action.trim() || undefined,
    subject: subject.trim() || undefined,
    since: exactTimeOf(since),
    until: exactTimeOf(until),
  };
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <details class="panel" open={isFiltered}>
      <summary>Filter</summary>
      <Form
        label="Show matching"
        command={commandLine('audit', [], typed)}
        run={() => {
          setQuery(typed);
          return Promise.resolve();
        }}
        done="Filtered."
      >
        <div class="fields">
          <Field label="Actor" hint="Example: token:owner." value={actor} onValue={setActor} />
          <Field label="Action" hint="Example: user.updated." value={action} onValue={setAction} />
          <Field label="Subject" hint="The ID of the changed object." value={subject} onValue={setSubject} />
          <Field label="Since" type="datetime-local" value={since} onValue={setSince} />
          <Field label="Until" type="datetime-local" value={until} onValue={setUntil} />
        </div>
      </Form>
      {isFiltered && (
        <div>
          <a href={hrefOf('audit')}>Show all</a>
        </div>
      )}
    </details>
  );
};
