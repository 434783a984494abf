import { useEffect, useRef } from 'preact/hooks';
import { listen, type LiveKind } from '../../api/live.js';

/** The usual shortest time between two readings that events cause; each costs the gateway some statements. */
const REREAD_MS = 800;
const SAME_MOMENT_MS = 50;

/**
 * Calls back when events of these kinds happen, and after a gap: at most once in `leastMs`, and once the page is visible
 * again for all that happened while it was not.
 */
export function useLive(kinds: readonly LiveKind[], onChange: () => unknown, leastMs = REREAD_MS): void {
  const call = useRef(onChange);
  call.current = onChange;
  useEffect(() => {
    if (kinds.length === 0) return;
    const changes = new Changes(() => call.current(), leastMs);
    const end = listen(({ kind }) => {
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

  constructor(
    private readonly tell: () => void,
    private readonly leastMs: number,
  ) {}

  add(): void {
    this.isDue = true;
    this.look();
  }

  /** The first change is told soon, with those of the same moment; later ones at a distance. */
  look(): void {
    if (!this.isDue || document.hidden) return;
    const wait = Math.max(SAME_MOMENT_MS, this.toldAt + this.leastMs - performance.now());
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.isDue = false;
      this.toldAt = performance.now();
      this.tell();
    }, wait);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
