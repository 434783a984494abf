import { fieldsOf } from '../../common/index.js';
import { ownCallId } from './event-parts.js';
import type { ToolImage, ToolResult } from '../runtime.js';
import type { PastStep } from '../runtimes/steps.js';

/** A call of an earlier step of the turn as a request names it. */
export interface NamedCall {
  readonly id: string;
  readonly name: string;
  readonly input: object;
  readonly result: ToolResult;
}

/**
 * The calls of a step that another model may have asked for. Its ids are replaced by ones that are unique in the turn and
 * that every vendor accepts, and its names cut to the characters that tools may have.
 * @param index the position of the step in the turn
 */
export function renamedCalls({ calls }: PastStep, index: number): NamedCall[] {
  return calls.map(({ call, result }, position) => ({
    id: `call_${index + 1}_${position + 1}`,
    name: call.name.replaceAll(/[^\w-]/g, '_').slice(0, MAX_NAME) || '_',
    input: fieldsOf(call.input),
    result,
  }));
}

/**
 * The ids of a request's calls, each of which may stand in it once. Models of some servers give the same id to calls of
 * one turn: such a call gets another.
 */
export class CallIds {
  private readonly used = new Set<string>();

  /** @returns the ids of the calls of one step, in their order; `own` where all are those of the model */
  of(own: readonly string[]): readonly string[] {
    if (own.every((id, index) => !this.used.has(id) && own.indexOf(id) === index)) {
      for (const id of own) this.used.add(id);
      return own;
    }
    return own.map((id) => this.unique(id));
  }

  private unique(id: string): string {
    let free = id;
    for (let next = this.used.size + 1; this.used.has(free); next++) free = ownCallId(next);
    this.used.add(free);
    return free;
  }
}

const MAX_NAME = 64;

/** A tool's result as the model reads it, without its images. */
export function resultText(result: ToolResult): string {
  if (!result.ok) return result.error;
  return typeof result.value === 'string' ? result.value : JSON.stringify(result.value ?? null);
}

/** An image as an address with its bytes in it. */
export const imageUrl = ({ mimeType, base64 }: ToolImage): string => `data:${mimeType};base64,${base64}`;

/** A base URL without the slashes at its end. */
export const trimmed = (baseUrl: string): string => baseUrl.replace(/\/+$/, '');

/** The header of a key; none without one. */
export const bearerHeaders = (apiKey: string | undefined): Readonly<Record<string, string>> =>
  apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
