import { demand, isRecord, type Json, records } from '../refusal.js';
import { blocksOf } from './blocks.js';

const MOST_MARKS = 4;

/** At most four marks, the top-level one included; none on thinking or on an empty text. */
export function checkCacheMarks(body: Json): void {
  const marked = [body, ...records(body.tools), ...blocksOf(body.system ?? [])].filter(isMarked);
  let count = marked.length;
  for (const [message, { content }] of records(body.messages).entries())
    for (const [index, block] of blocksOf(content).entries()) {
      if (!isMarked(block)) continue;
      count += 1;
      checkMarked(block, `messages.${message}.content.${index}`);
    }
  demand(
    count <= MOST_MARKS,
    `A maximum of ${MOST_MARKS} blocks with cache_control may be provided. Found ${count}.`,
  );
}

function checkMarked(block: Json, at: string): void {
  const type = String(block.type);
  const isThinking = type === 'thinking' || type === 'redacted_thinking';
  demand(!isThinking, `${at}.${type}.cache_control: Extra inputs are not permitted`);
  demand(
    type !== 'text' || block.text !== '',
    `${at}.text: cache_control cannot be set for empty text blocks`,
  );
  const { cache_control: mark } = block;
  demand(
    isRecord(mark) && mark.type === 'ephemeral',
    `${at}.${type}.cache_control: Input tag does not match any of the expected tags: 'ephemeral'`,
  );
}

const isMarked = ({ cache_control: mark }: Json): boolean => mark !== undefined && mark !== null;
