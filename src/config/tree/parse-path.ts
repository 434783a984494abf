import { isRecord } from '../../common/index.js';
import { itemPath, keyPath, MAX_DEPTH } from './path.js';
import { ConfigProblem } from './problem.js';

/** `[]` in a path: the position after the last item of a list. */
export const END = Symbol('end of the list');
/** A key of an object, the index of a list's item, or the position after its last one. */
export type PathStep = string | number | typeof END;

const STEP = /\.?(?:([^.[\]"]+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|(\[\]))/y;

/**
 * Parses a path in the spelling of problems and the settings table: `agents.list[0].runtime.model`,
 * `channels.imbridge.groups["*"].requireMention`, `channels.imbridge.allowFrom[]`. A key with a dot or a bracket is
 * written as `["…"]`.
 * @returns a problem for text that is not a path
 */
export function parsePath(text: string): readonly PathStep[] | ConfigProblem {
  const steps: PathStep[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const isFirst = STEP.lastIndex === 0;
    const match = STEP.exec(text);
    if (!match || (isFirst && text.startsWith('.'))) return noPath(text);
    const step = stepOf(match);
    if (step === undefined) return noPath(text);
    if (steps.length === MAX_DEPTH) return tooDeep(text);
    steps.push(step);
  }
  return steps.length === 0 || text.endsWith('.') ? noPath(text) : steps;
}

/** The text `parsePath` reads as these steps. */
export function pathOf(steps: readonly PathStep[]): string {
  return steps.reduce<string>((path, step) => {
    if (step === END) return `${path}[]`;
    return typeof step === 'number' ? itemPath(path, step) : keyPath(path, step);
  }, '');
}

/** The value at the end of the steps in plain values; undefined when a part of the path is missing. */
export function valueAlong(raw: unknown, steps: readonly PathStep[]): unknown {
  return steps.reduce<unknown>((value, step) => {
    if (Array.isArray(value)) return typeof step === 'number' ? (value[step] as unknown) : undefined;
    return isRecord(value) && typeof step === 'string' && Object.hasOwn(value, step)
      ? value[step]
      : undefined;
  }, raw);
}

function stepOf([whole, name, index, quoted]: RegExpExecArray): PathStep | undefined {
  if (name !== undefined) return name;
  if (index !== undefined) return Number(index);
  return quoted === undefined ? END : unquoted(quoted, whole);
}

function unquoted(quoted: string, whole: string): string | undefined {
  if (whole.startsWith('.')) return undefined;
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return undefined;
  }
}

const tooDeep = (text: string): ConfigProblem =>
  new ConfigProblem(`${text.slice(0, 64)}…`, `is a path with more than ${MAX_DEPTH} steps`);

const noPath = (text: string): ConfigProblem =>
  new ConfigProblem(text, 'is not a path such as gateway.port, agents.list[0].id or groups["*"]');
