import { type Json, records } from '../refusal.js';

/** The blocks of a content, which may be a text instead. */
export const blocksOf = (content: unknown): readonly Json[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : records(content);

export const ofType = (content: unknown, type: string): readonly Json[] =>
  blocksOf(content).filter((block) => block.type === type);

/** Whether a message begins a turn: of a person, not the results of tools alone. */
export const isOfPerson = ({ role, content }: Json): boolean =>
  role === 'user' && blocksOf(content).some(({ type }) => type !== 'tool_result');
