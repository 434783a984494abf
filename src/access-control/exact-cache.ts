/**
 * Remembers what reads found, for as long as nothing is written. Right only where this process is the only one
 * that writes; switched off it reads each time.
 */
export class ExactCache<V> {
  private readonly values = new Map<string, V>();
  private generation = 0;

  /** @param size most values to remember; the one read first makes room. */
  constructor(
    private readonly isOn: boolean,
    private readonly size = 10_000,
  ) {}

  /** What `read` finds, or found. That there is nothing is not remembered. */
  async get(key: string, read: () => Promise<V | undefined>): Promise<V | undefined> {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const { generation } = this;
    const value = await read();
    // What was written while we read may not be in it.
    if (value !== undefined && this.isOn && generation === this.generation) this.keep(key, value);
    return value;
  }

  clear(): void {
    this.generation++;
    this.values.clear();
  }

  private keep(key: string, value: V): void {
    const oldest = this.values.size >= this.size ? this.values.keys().next().value : undefined;
    if (oldest !== undefined) this.values.delete(oldest);
    this.values.set(key, value);
  }
}
