import type { Schemas } from '../../api/client.js';
import { Text } from './text.js';

type Change = Schemas['AuditChange'];

const MOST_OPEN = 4;

/** The values before and after a change, by name. Many are folded until someone opens them. */
export const Difference = ({ change: { before, after } }: { readonly change: Change }) => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const values = (
    <ul class="difference">
      {names.map((name) => (
        <li key={name}>
          <span class="faint">{name}</span> <Values before={before[name]} after={after[name]} />
        </li>
      ))}
    </ul>
  );
  if (names.length <= MOST_OPEN) return values;
  return (
    <details>
      <summary>{names.length} values</summary>
      {values}
    </details>
  );
};

/** A secret is masked on both sides, so that they are alike says only that it has changed. */
const Values = ({ before, after }: { readonly before: unknown; readonly after: unknown }) => {
  if (before === after) return <>changed, not shown</>;
  return (
    <>
      {before !== undefined && (
        <del>
          <span class="hidden">before </span>
          <Text text={textOf(before)} />
        </del>
      )}{' '}
      {after !== undefined && (
        <ins>
          <span class="hidden">after </span>
          <Text text={textOf(after)} />
        </ins>
      )}
    </>
  );
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
