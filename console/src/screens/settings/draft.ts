import { effect, signal } from '@preact/signals';
import { isSigningOut, session } from '../../api/session.js';
import { setUnsaved } from '../../parts/form/unsaved.js';
import type { Base, Changes } from './use-changes.js';

/** Changes that are not saved. */
interface Draft {
  readonly changes: Changes;
  /** The version that it was made to: when another is saved meanwhile, the gateway refuses it, and both are shown. */
  readonly base?: Base | undefined;
  readonly actor?: string | undefined;
}

const NONE: Draft = { changes: new Map() };

/** Outlives the screen and the session, but neither the tab nor the person: there may be secrets in it. */
export const draft = signal<Draft>(NONE);

export function keepDraft(changes: Changes, base: Base): void {
  draft.value = changes.size === 0 ? NONE : { changes, base, actor: session.peek()?.actor };
}

export const forgetDraft = (): void => {
  draft.value = NONE;
};

effect(() => setUnsaved('settings', draft.value.changes.size > 0));

effect(() => {
  const { actor } = draft.value;
  const isOfAnother = session.value && actor !== session.value.actor;
  if (actor !== undefined && (isSigningOut.value || isOfAnother)) forgetDraft();
});
