import type { Clock } from '../../../common/index.js';

/** Values with a time to live; the least recently used one makes room. */
export class ExpiringMap<T> {
  private readonly entries = new Map<string, { readonly value: T; readonly until: number }>();

  constructor(
    private readonly clock: Clock,
    private readonly bounds: { readonly most: number; readonly forMs: number },
  ) {}

  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    this.entries.delete(key);
    if (entry.until <= this.clock.elapsed()) return undefined;
    this.entries.set(key, entry);
    return entry.value;
  }

  clear(): void {
    this.entries.clear();
  }

  set(key: string, value: T): void {
    this.entries.delete(key);
    const [oldest] = this.entries.size >= this.bounds.most ? this.entries.keys() : [];
    if (oldest !== undefined) this.entries.delete(oldest);
    this.entries.set(key, { value, until: this.clock.elapsed() + this.bounds.forMs });
  }
}
