import type { Schemas } from '../../api/client.js';
import { Time } from '../../parts/text/time.js';

type Usage = Schemas['ApiKeyUsage'];

const COUNT = new Intl.NumberFormat('en');
const PERIODS = ['minute', 'hour', 'day'] as const;

/** The requests of a key in each of its windows, of as many as its limit allows. */
export const KeyUsage = ({ usage }: { readonly usage: Usage }) => (
  <ul class="usage">
    {PERIODS.map((period) => (
      <li key={period}>
        <Bar period={period} window={usage[period]} />
      </li>
    ))}
  </ul>
);

interface BarProps {
  readonly period: (typeof PERIODS)[number];
  readonly window: Schemas['ApiKeyWindow'];
}

const Bar = ({ period, window: { used, limit, resets_at } }: BarProps) => (
  <>
    <meter
      aria-label={`Requests in the ${period}`}
      max={limit}
      high={limit * 0.8}
      optimum={0}
      value={Math.min(used, limit)}
    />{' '}
    <span>
      {COUNT.format(used)} of {COUNT.format(limit)} in the {period}
      {used >= limit && <strong>: limit reached</strong>}
    </span>
    {resets_at !== null && (
      <span class="faint">
        {' '}
        ends <Time at={resets_at} />
      </span>
    )}
  </>
);
