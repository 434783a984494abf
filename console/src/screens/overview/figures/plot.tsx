import { useState } from 'preact/hooks';

/** The size of a plot in its own units; it is as wide as its place. */
const [WIDTH, HEIGHT] = [300, 80];
const KEYS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
};

export interface Series {
  readonly title: string;
  /** One for each period; null where there is nothing to show. */
  readonly values: readonly (number | null)[];
}

interface Props {
  readonly title: string;
  /** The names of the periods. */
  readonly periods: readonly string[];
  /** At most two: the second is dashed, so that colour alone tells nothing. */
  readonly series: readonly Series[];
  readonly text?: (value: number) => string;
}

/** Lines over time. The value of a period is shown where one points, or goes by the arrow keys. */
export const Plot = ({ title, periods, series, text = String }: Props) => {
  const last = periods.length - 1;
  const [at, setAt] = useState<number>();
  const most = Math.max(1, ...series.flatMap(({ values }) => values.map((each) => each ?? 0)));
  const shown = at === undefined ? undefined : Math.min(last, at);
  const go = (to: number) => setAt(Math.max(0, Math.min(last, to)));
  const point = ({ currentTarget, clientX }: MouseEvent & { readonly currentTarget: Element }) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    go(Math.round(((clientX - left) / width) * last));
  };
  const press = (event: KeyboardEvent) => {
    const move = KEYS[event.key];
    if (!move) return;
    event.preventDefault();
    go(move(shown ?? last, last));
  };
  const sayAt = shown ?? last;
  const said = `${periods[sayAt] ?? ''}: ${series.map((each) => legend(each, sayAt, text)).join(', ')}`;
  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <div
        role="slider"
        tabIndex={0}
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={sayAt}
        aria-valuetext={said}
        onKeyDown={press}
        onPointerMove={point}
        onPointerLeave={() => setAt(undefined)}
        onBlur={() => setAt(undefined)}
      >
        <svg viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`} preserveAspectRatio="none" aria-hidden="true">
          <path class="axis" d={`M0 ${HEIGHT}H${WIDTH}`} />
          {series.map(({ title: name, values }, n) => (
            <path key={name} class={`line${n}`} d={pathOf(values, most)} />
          ))}
          {shown !== undefined && <path class="axis" d={`M${x(shown, periods.length)} 0V${HEIGHT}`} />}
        </svg>
      </div>
      <p class="legend" aria-hidden="true">
        {series.map((each, n) => (
          <span key={each.title}>
            <svg viewBox="0 0 16 4">
              <path class={`line${n}`} d="M0 2H16" />
            </svg>
            {legend(each, sayAt, text)}
          </span>
        ))}
        <span class="faint">{periods[sayAt]}</span>
      </p>
    </figure>
  );
};

const legend = ({ title, values }: Series, at: number, text: (value: number) => string): string => {
  const value = values[at] ?? null;
  return `${title} ${value === null ? '–' : text(value)}`;
};

const x = (n: number, count: number): number => (count < 2 ? 0 : (n / (count - 1)) * WIDTH);

/** A line through all values; it is broken where there is none, and a value alone is a short stroke. */
function pathOf(values: readonly (number | null)[], most: number): string {
  let isDown = false;
  return values
    .map((value, n) => {
      const at = `${x(n, values.length).toFixed(1)} ${(HEIGHT * (1 - (value ?? 0) / most)).toFixed(1)}`;
      const step = value === null ? '' : isDown ? `L${at}` : `M${at}h.5`;
      isDown = value !== null;
      return step;
    })
    .join('');
}
