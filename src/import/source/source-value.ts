import { isRecord } from '../../common/index.js';
import { itemPath, keyPath } from '../../config/index.js';

export type Tree = Readonly<Record<string, unknown>>;

/** A value of the peer's configuration with its path; a missing one has `undefined`, and so has all below it. */
export class SourceValue {
  constructor(
    readonly value: unknown,
    readonly path = '',
  ) {}

  at(...keys: readonly string[]): SourceValue {
    return keys.reduce<SourceValue>((at, key) => at.below(key), this);
  }

  get isThere(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  get isObject(): boolean {
    return isRecord(this.value);
  }

  /** The members of an object, by key; none of anything else. */
  get members(): readonly (readonly [string, SourceValue])[] {
    return isRecord(this.value) ? Object.keys(this.value).map((key) => [key, this.below(key)]) : [];
  }

  /** The items of a list; none of anything else. */
  get items(): readonly SourceValue[] {
    const { value } = this;
    return Array.isArray(value)
      ? value.map((item: unknown, index) => new SourceValue(item, itemPath(this.path, index)))
      : [];
  }

  get text(): string | undefined {
    return typeof this.value === 'string' ? this.value : undefined;
  }

  private below(key: string): SourceValue {
    const { value } = this;
    const own = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
    return new SourceValue(own, keyPath(this.path, key));
  }
}

/** The first that is there, else the first. */
export const firstOf = (first: SourceValue, ...others: readonly SourceValue[]): SourceValue =>
  [first, ...others].find(({ isThere }) => isThere) ?? first;
