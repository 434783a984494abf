import { answer, api, type Schemas } from '../../../api/client.js';
import { place, setQuery } from '../../../frame/router.js';
import { Choice } from '../../../parts/form/form.js';
import { useResource } from '../../../parts/list/resource.js';
import { Loaded, Table } from '../../../parts/list/table.js';
import { useLive } from '../../../parts/list/use-live.js';
import { Plot } from './plot.js';

type FiguresDto = Schemas['FiguresDto'];
type Point = FiguresDto['items'][number];
type Window = FiguresDto['window'];

const WINDOWS: readonly (readonly [Window, string])[] = [
  ['1h', 'hour'],
  ['24h', '24 hours'],
  ['30d', '30 days'],
];
const USUAL: Window = '24h';
/** Whatever happens, they are read no more often. */
const REREAD_MS = 60_000;

const TIME = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
/** Days are those of UTC. */
const DAY = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Figures over time, in plots and as a table. */
export const Figures = () => {
  const wanted = place.value.query.get('window');
  const window = WINDOWS.find(([each]) => each === wanted)?.[0] ?? USUAL;
  const figures = useResource(`figures ${window}`, () =>
    answer(api.GET('/figures', { params: { query: { window } } })),
  );
  useLive(['message', 'delivery', 'event'], figures.reread, REREAD_MS);
  return (
    <section aria-labelledby="figures">
      <div class="spread">
        <h2 id="figures">Over time</h2>
        <div class="tools">
          <Choice
            label="Window"
            value={window}
            onValue={(value) => setQuery({ window: value === USUAL ? undefined : value })}
            options={WINDOWS}
          />
        </div>
      </div>
      <Loaded resource={figures}>{(found) => <Plots figures={found} />}</Loaded>
    </section>
  );
};

const Plots = ({ figures: { items, window, total } }: { readonly figures: FiguresDto }) => {
  const periods = items.map(({ from }) => (window === '30d' ? DAY : TIME).format(new Date(from)));
  const of = (title: string, value: (point: Point) => number | null) => ({ title, values: items.map(value) });
  const unit = { '1h': 'per minute', '24h': 'per hour', '30d': 'per day' }[window];
  return (
    <>
      <div class="plots">
        <Plot
          title={`Messages ${unit}`}
          periods={periods}
          series={[of('received', (each) => each.received), of('answered', (each) => each.answered)]}
        />
        <Plot
          title="Time to answer"
          periods={periods}
          series={[of('median', (each) => each.latency_p50_ms), of('p95', (each) => each.latency_p95_ms)]}
          text={latency}
        />
        <Plot
          title={`Failed and dropped ${unit}`}
          periods={periods}
          series={[of('failed', (each) => each.failed), of('dropped', droppedOf)]}
        />
        <Plot
          title={`Tokens ${unit}`}
          periods={periods}
          series={[
            of('in', ({ tokens }) => sum(tokens.map((each) => each.input_tokens))),
            of('out', ({ tokens }) => sum(tokens.map((each) => each.output_tokens))),
          ]}
        />
      </div>
      {total.dropped.length > 0 && (
        <p class="faint">
          Dropped: {total.dropped.map(({ reason, count }) => `${reason} ${count}`).join(', ')}
        </p>
      )}
      <details>
        <summary>As a table</summary>
        <PointTable items={items} periods={periods} />
      </details>
    </>
  );
};

interface PointTableProps {
  readonly items: readonly Point[];
  /** The names of the periods, as in the plots. */
  readonly periods: readonly string[];
}

/** The periods in which something happened, the newest first. */
const PointTable = ({ items, periods }: PointTableProps) => (
  <Table
    label="Over time"
    items={items.filter((each) => !isEmpty(each)).toReversed()}
    idOf={({ from }) => from}
    columns={[
      { title: 'From', of: ({ from }) => periods[items.findIndex((each) => each.from === from)] },
      { title: 'Received', kind: 'number', of: ({ received }) => received },
      { title: 'Answered', kind: 'number', of: ({ answered }) => answered },
      { title: 'Median', kind: 'number', of: (each) => latencyOrNone(each.latency_p50_ms) },
      { title: 'p95', kind: 'number', of: (each) => latencyOrNone(each.latency_p95_ms) },
      { title: 'Failed', kind: 'number', of: ({ failed }) => failed },
      { title: 'Dropped', kind: 'number', of: droppedOf },
      {
        title: 'Tokens',
        kind: 'wide',
        of: ({ tokens }) =>
          tokens.map((each) => `${each.agent} ${each.input_tokens + each.output_tokens}`).join(', '),
      },
    ]}
  />
);

const sum = (values: readonly number[]): number => values.reduce((one, other) => one + other, 0);

const droppedOf = ({ dropped }: Point): number => sum(dropped.map(({ count }) => count));

const isEmpty = ({ received, answered, failed, tokens }: Point): boolean =>
  received + answered + failed + tokens.length === 0;

const latency = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toPrecision(3)} s`);
const latencyOrNone = (ms: number | null): string => (ms === null ? '–' : latency(ms));
