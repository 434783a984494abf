import { useLayoutEffect, useRef } from 'preact/hooks';
import { listen, type LiveKind } from '../../api/live.js';
import { isSigningOut } from '../../api/session.js';

/** The usual shortest time between two readings that events cause; each costs the gateway some statements. */
const REREAD_MS = 1_000;
const SAME_MOMENT_MS = 50;

/**
 * Calls back when events of these kinds happen, and after a gap: at most once in `leastMs`, never again before the
 * call is done, and once the page is visible again for all that happened while it was not.
 */
export function useLive(
  kinds: readonly LiveKind[],
  onChange: () => Promise<void>,
  leastMs = REREAD_MS,
): void {
  const call = useRef(onChange);
  call.current = onChange;
  // Before the next picture, so that nothing is missed between the first reading and the listening.
  useLayoutEffect(() => {
    if (kinds.length === 0) return;
    const changes = new Changes(() => call.current(), leastMs);
    const end = listen((kind) => {
      if (kind === 'gap' || kinds.includes(kind)) changes.add();
    });
    const look = () => changes.look();
    document.addEventListener('visibilitychange', look);
    return () => {
      end();
      changes.end();
      document.removeEventListener('visibilitychange', look);
    };
  }, [kinds.join()]);
}

/** Changes that are due to be read. */
class Changes {
  private timer: ReturnType<typeof setTimeout> | undefined;
  private toldAt = -Infinity;
  private isDue = false;
  private isTelling = false;
  private hasEnded = false;

  constructor(
    private readonly tell: () => Promise<void>,
    private readonly leastMs: number,
  ) {}

  add(): void {
    this.isDue = true;
    this.look();
  }

  /** The first change is told soon, with those of the same moment; later ones at a distance. */
  look(): void {
    if (!this.isDue || this.isTelling || this.hasEnded || document.hidden) return;
    const wait = Math.max(SAME_MOMENT_MS, this.toldAt + this.leastMs - performance.now());
    this.timer ??= setTimeout(() => void this.tellNow(), wait);
  }

  end(): void {
    this.hasEnded = true;
    clearTimeout(this.timer);
  }

  /** A session that is about to end is asked nothing; where its end fails, the next event is. */
  private async tellNow(): Promise<void> {
    this.timer = undefined;
    if (isSigningOut.value) return;
    this.isDue = false;
    this.isTelling = true;
    this.toldAt = performance.now();
    await this.tell();
    this.isTelling = false;
    this.look();
  }
}
