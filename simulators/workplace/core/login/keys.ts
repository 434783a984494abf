import type { CryptoKey, JWK } from 'jose';
import { exportJWK, generateKeyPair } from 'jose';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
  readonly jwk: JWK;
}

type PublishedKey = JWK & { readonly endorsements?: readonly string[] };
type Pair = Pick<SigningKey, 'privateKey' | 'publicKey'>;

/** A 2048-bit key pair takes a tenth of a second, so all simulators of a process share the pairs, by number. */
const PAIRS = new Map<number, Promise<Pair>>();

function pairNumber(index: number): Promise<Pair> {
  const known = PAIRS.get(index) ?? generateKeyPair('RS256', { extractable: true });
  PAIRS.set(index, known);
  return known;
}

async function makeKey(kid: string, index: number): Promise<SigningKey> {
  const pair = await pairNumber(index);
  return { kid, ...pair, jwk: { ...(await exportJWK(pair.publicKey)), use: 'sig', kid } };
}

/** An issuer's signing keys, their publication and their rollover (workchat-wire 2.1). */
export class KeyRing {
  /** Channels that the keys may sign for; null omits the member, which is then not checked. */
  endorsements: readonly string[] | null = null;
  private readonly ownEndorsements = new Map<string, readonly string[] | null>();
  private generation = 0;

  private constructor(
    private readonly name: string,
    private readonly offset: number,
    private readonly keys: SigningKey[],
  ) {}

  /** @param offset distinguishes the rings of one simulator: 0 to 9 */
  static async make(name: string, offset: number): Promise<KeyRing> {
    return new KeyRing(name, offset, [await makeKey(`${name}-1`, offset)]);
  }

  /** The current signing key. */
  get current(): SigningKey {
    const key = this.keys.at(-1);
    if (!key) throw new Error(`The ring ${this.name} has no key.`);
    return key;
  }

  /** The published keys, the newest last. */
  get published(): readonly SigningKey[] {
    return this.keys;
  }

  /** Starts signing with a new key. The old ones stay published; with `dropOld` their tokens are refused. */
  async roll({ dropOld = false } = {}): Promise<SigningKey> {
    this.generation += 1;
    const key = await makeKey(`${this.name}-${this.generation + 1}`, this.offset + 10 * this.generation);
    if (dropOld) this.keys.length = 0;
    this.keys.push(key);
    return key;
  }

  /** Sets other channels for one key than for the rest of the ring. */
  endorse({ kid }: Pick<SigningKey, 'kid'>, channels: readonly string[] | null): void {
    this.ownEndorsements.set(kid, channels);
  }

  /** The key set document. */
  jwks(): { readonly keys: readonly PublishedKey[] } {
    return { keys: this.keys.map((key) => this.publicForm(key)) };
  }

  private publicForm({ kid, jwk }: SigningKey): PublishedKey {
    const own = this.ownEndorsements.get(kid);
    const endorsements = own === undefined ? this.endorsements : own;
    return endorsements === null ? jwk : { ...jwk, endorsements };
  }
}
