import type { IssuedReasoning } from '../../reasoning.js';
import { demand, type Json, WireRefusal, text } from '../refusal.js';

interface Checks {
  readonly isStored: boolean;
  readonly issued: IssuedReasoning;
}

/**
 * A call comes back with the reasoning item it was made with, encrypted content included: this server stores nothing. An
 * item of reasoning needs something behind it that it belongs to.
 */
export function checkReasoning(items: readonly Json[], { issued, isStored }: Checks): void {
  for (const [index, item] of items.entries()) {
    if (item.type === 'reasoning') checkItem(item, items[index + 1], { issued, isStored });
    if (item.type === 'function_call') checkCall(item, items.slice(0, index), issued);
  }
}

function checkItem(item: Json, next: Json | undefined, { issued, isStored }: Checks): void {
  const { id, encrypted_content: encrypted } = item;
  if (encrypted === undefined || encrypted === null) {
    const hint = isStored
      ? ''
      : ' Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this ' +
        'item from your input.';
    throw new WireRefusal(`Item with id '${text(id)}' not found.${hint}`, 404, { param: 'input' });
  }
  demand(
    issued.isIssued(encrypted),
    `The encrypted content for item ${text(id)} could not be verified. Reason: Encrypted content could not be decrypted ` +
      'or parsed.',
    { code: 'invalid_encrypted_content' },
  );
  const isFollowed =
    next?.type === 'function_call' || next?.role === 'assistant' || next?.type === 'reasoning';
  demand(
    isFollowed,
    `Item '${text(id)}' of type 'reasoning' was provided without its required following item.`,
    {
      param: 'input',
    },
  );
}

/** The reasoning stands before the first of the calls that were made together. */
function checkCall({ id, call_id: callId }: Json, before: readonly Json[], issued: IssuedReasoning): void {
  const reasoning = issued.of(callId);
  if (!reasoning) return;
  const isThere = before.some((item) => item.encrypted_content === reasoning.signature);
  demand(
    isThere,
    `Item '${text(id)}' of type 'function_call' was provided without its required 'reasoning' item: ` +
      `'rs_${text(callId)}'.`,
    { param: 'input' },
  );
}
