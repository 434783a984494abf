import { useEffect, useState } from 'preact/hooks';
import { answer, api } from '../../api/client.js';
import { setQuery } from '../../frame/router.js';
import { Check, Choice, Field } from '../../parts/form/form.js';
import { useResource } from '../../parts/list/resource.js';

const KINDS = ['direct', 'group', 'channel'] as const;
const TYPING_MS = 250;

/** The restrictions of the list, as the address has them. */
export interface ConversationFilter {
  readonly q?: string;
  readonly channel?: string;
  readonly kind?: (typeof KINDS)[number];
  readonly held?: 'true';
}

export function filterIn(query: URLSearchParams): ConversationFilter {
  const [q, channel] = [query.get('q')?.trim(), query.get('channel')];
  const kind = KINDS.find((each) => each === query.get('kind'));
  return {
    ...(q && { q }),
    ...(channel && { channel }),
    ...(kind && { kind }),
    ...(query.get('held') === 'true' && { held: 'true' }),
  };
}

/** The filter once it has stayed the same while someone types. */
export function useSettled(filter: ConversationFilter): ConversationFilter {
  const key = JSON.stringify(filter);
  const [settled, setSettled] = useState(key);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), TYPING_MS);
    return () => clearTimeout(timer);
  }, [key]);
  return JSON.parse(settled) as ConversationFilter;
}

export const FilterFields = ({ query }: { readonly query: URLSearchParams }) => {
  const channels = useResource('channels', () => answer(api.GET('/channels')));
  const { channel = '', kind = '', held } = filterIn(query);
  const names = new Set(channels.data?.items.map((each) => each.channel));
  if (channel !== '') names.add(channel);
  return (
    <search class="form filters" aria-label="Conversations">
      <Field
        label="Search"
        hint="Part of a name, address or ID."
        type="search"
        value={query.get('q') ?? ''}
        onValue={(q) => setQuery({ q })}
      />
      <Choice
        label="Channel"
        value={channel}
        onValue={(next) => setQuery({ channel: next })}
        options={[['', 'all'], ...[...names].map((each) => [each, each] as const)]}
      />
      <Choice
        label="Kind"
        value={kind}
        onValue={(next) => setQuery({ kind: next })}
        options={[['', 'all'], ...KINDS.map((each) => [each, each] as const)]}
      />
      <Check
        label="Held only"
        isOn={held !== undefined}
        onChange={(isOn) => setQuery({ held: isOn ? 'true' : undefined })}
      />
    </search>
  );
};
