import { useEffect, useState } from 'preact/hooks';
import { answer, answerWithTag, api, type Schemas } from '../../api/client.js';
import { type Failure, toFailure } from '../../api/failure.js';
import { ifMatch } from '../../api/if-match.js';

/** The time after the last key until the gateway is asked about it. */
const PAUSE_MS = 300;

/** Changed settings by path; null resets one to its default. */
export type Changes = ReadonlyMap<string, unknown>;

/** The configuration that was read, and the tag that says which it is. */
export interface Base {
  readonly value: Schemas['ConfigDto'];
  readonly tag: string | undefined;
}

export const readConfig = (): Promise<Base> => answerWithTag(api.GET('/config'));

/** Only what was changed goes to the gateway, so a masked secret never does. */
const bodyOf = (changes: Changes) => ({
  set: Object.fromEntries([...changes].filter(([, value]) => value !== null)),
  unset: [...changes].filter(([, value]) => value === null).map(([path]) => path),
});

export const save = (changes: Changes, tag: string | undefined): Promise<Schemas['ConfigOutcomeDto']> =>
  answer(
    api.PATCH('/config', {
      params: { header: ifMatch(tag) },
      body: bodyOf(changes),
    }),
  );

interface Checked {
  readonly outcome: Schemas['ConfigCheckDto'] | undefined;
  readonly failure: Failure | undefined;
}

/** The gateway's judgement of the changes, while someone types. */
export function useCheck(changes: Changes): Checked {
  const [checked, setChecked] = useState<Checked>({ outcome: undefined, failure: undefined });
  useEffect(() => {
    if (changes.size === 0) {
      setChecked({ outcome: undefined, failure: undefined });
      return;
    }
    let isLate = false;
    const timer = setTimeout(() => {
      answer(api.POST('/config/check', { body: bodyOf(changes) })).then(
        (outcome) => isLate || setChecked({ outcome, failure: undefined }),
        (error: unknown) => isLate || setChecked({ outcome: undefined, failure: toFailure(error) }),
      );
    }, PAUSE_MS);
    return () => {
      isLate = true;
      clearTimeout(timer);
    };
  }, [changes]);
  return checked;
}
