import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Failure, isPassing, toFailure } from '../../api/failure.js';
import { connection, type LiveKind } from '../../api/live.js';
import { useLive } from './use-live.js';

export interface Resource<T> {
  /** Undefined until it is read; what was read last while it is read again. */
  readonly data: T | undefined;
  readonly failure: Failure | undefined;
  readonly reread: () => Promise<void>;
}

const RETRY_MS = 3_000;

/**
 * Reads something, and reads it again when an event of these kinds happens.
 * @param key what it depends on; another key forgets what was read
 */
export function useResource<T>(
  key: string,
  read: () => Promise<T>,
  live: readonly LiveKind[] = [],
): Resource<T> {
  const [found, setFound] = useState<{ key: string; data?: T; failure?: Failure }>({ key });
  const latest = useRef({ key, read });
  latest.current = { key, read };
  const turns = useRef({ asked: 0, shown: 0 });
  const reread = useCallback(async () => {
    const { key: asked, read: ask } = latest.current;
    const turn = ++turns.current.asked;
    const next = await ask().then(
      (data) => ({ key: asked, data }),
      (error: unknown) => ({ key: asked, failure: toFailure(error) }),
    );
    // The later one of two readings may be answered first.
    if (latest.current.key !== asked || turn < turns.current.shown) return;
    turns.current.shown = turn;
    // The earlier content stays visible below the failure.
    setFound((old) => ('failure' in next && old.key === asked ? { ...next, data: old.data } : next));
  }, []);
  useEffect(() => void reread(), [key]);
  useEffect(() => {
    if (!found.failure || !isPassing(found.failure)) return;
    // A connection that comes back has all read again; one that was there all the time does not tell when to.
    const retry = () => connection.value.state === 'open' && void reread();
    const timer = setTimeout(retry, RETRY_MS);
    return () => clearTimeout(timer);
  }, [found]);
  useLive(live, reread);
  return {
    data: found.key === key ? found.data : undefined,
    failure: found.key === key ? found.failure : undefined,
    reread,
  };
}
