import { useEffect, useRef, useState } from 'preact/hooks';
import { api } from '../../api/client.js';
import { type Failure, toFailure } from '../../api/failure.js';
import { eventsOf, type StreamEvent } from '../../api/stream.js';

/** The end of an answer, and what it took. */
interface Answered {
  readonly duration_ms: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cut_off: boolean;
}

/** Why there is none, as the table of reasons says. */
interface Failed {
  readonly failure: string;
  readonly reason: string | null;
  readonly what: string | null;
  readonly setting: string | null;
  readonly remedy: string | null;
}

/** A question that was asked, and what has come of it so far. */
export interface Trial {
  readonly agent: string;
  readonly text: string;
  readonly isRunning: boolean;
  readonly isStopped: boolean;
  readonly answered?: Answered;
  readonly failed?: Failed;
  /** The call itself was refused. */
  readonly failure?: Failure;
}

/** Asks an agent, and shows its answer as it comes: one at a time. */
export function useTrial() {
  const [trial, setTrial] = useState<Trial>();
  const running = useRef<AbortController>(undefined);
  const stop = () => running.current?.abort();
  // The rest of the answer has no reader on another screen.
  useEffect(() => stop, []);
  const ask = async (agent: string, text: string): Promise<void> => {
    const own = new AbortController();
    running.current = own;
    const change = (next: (old: Trial) => Partial<Trial>) =>
      setTrial((old) => old && { ...old, ...next(old) });
    setTrial({ agent, text: '', isRunning: true, isStopped: false });
    try {
      const call = api.POST('/agents/{id}/try', {
        params: { path: { id: agent } },
        body: { text },
        parseAs: 'stream',
        signal: own.signal,
      });
      for await (const event of eventsOf(call)) change((old) => taken(old, event));
    } catch (error) {
      if (!own.signal.aborted) change(() => ({ failure: toFailure(error) }));
    } finally {
      change(() => ({ isRunning: false, isStopped: own.signal.aborted }));
    }
  };
  return { trial, ask, stop };
}

function taken(old: Trial, { kind, data }: StreamEvent): Partial<Trial> {
  if (kind === 'text') return { text: old.text + (data as { text: string }).text };
  return kind === 'answered' ? { answered: data as Answered } : { failed: data as Failed };
}
