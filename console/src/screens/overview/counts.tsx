import type { Schemas } from '../../api/client.js';
import { hrefOf } from '../../frame/router.js';
import { duration } from '../../parts/text/time.js';

type Status = Schemas['StatusDto'];

interface Count {
  readonly title: string;
  /** Null when the database cannot tell. */
  readonly value: number | string | null;
  /** Its list; undefined where only the terminal has one. */
  readonly href?: string;
  /** Whether it is a sign of trouble when it is not zero. */
  readonly isTrouble?: boolean;
}

const countsOf = (status: Status): readonly Count[] => [
  {
    title: 'Pending messages',
    value: status.jobs && (status.jobs.inbound ?? 0),
    href: oldestHref(status),
  },
  {
    title: 'Pending deliveries',
    value: status.deliveries?.open ?? null,
    href: hrefOf('deliveries', { status: 'queued' }),
  },
  {
    title: 'Oldest unanswered',
    value: status.oldest_unanswered_seconds === null ? '–' : duration(status.oldest_unanswered_seconds),
    href: oldestHref(status),
  },
  { title: 'Pairing requests', value: status.pending_pairings, href: hrefOf('pairings') },
  ...approvalCount(status),
  { title: 'Held conversations', value: status.holds, href: hrefOf('conversations', { held: 'true' }) },
  {
    title: 'Dead deliveries',
    value: status.deliveries?.dead ?? null,
    href: hrefOf('deliveries', { status: 'dead' }),
    isTrouble: true,
  },
  {
    title: 'Dead letters',
    value: status.dead_jobs,
    href: hrefOf('deliveries/dead-letters'),
    isTrouble: true,
  },
  { title: 'Loops', value: status.loops, href: '#loops', isTrouble: true },
];

/** Not shown where no tool asks. */
const approvalCount = ({ pending_approvals: value }: Status): readonly Count[] =>
  value ? [{ title: 'Pending approvals', value }] : [];

/** The conversation that has waited longest. */
const oldestHref = ({ oldest_unanswered_conversation: id }: Status): string =>
  hrefOf(id === null ? 'conversations' : `conversations/${id}`);

/** Each figure leads to its list. */
export const Counts = ({ status }: { readonly status: Status }) => (
  <section aria-label="Figures">
    <ul class="counts">
      {countsOf(status).map(({ title, value, href, isTrouble = false }) => (
        <li key={title}>
          <a
            class={isTrouble && value !== 0 && value !== null ? 'count bad' : 'count'}
            href={value === 0 && href?.startsWith('#') ? undefined : href}
          >
            <b>{value ?? '?'}</b> <span>{title}</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
);
