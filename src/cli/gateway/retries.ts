import type { Cli, ClientOptions } from '../cli.js';
import { CliFailure, EXIT } from '../failure.js';

export interface RetryOptions extends ClientOptions {
  readonly cause?: string;
}

/** A kind of thing that an operator retries, and the words for it. */
interface Retried<T> {
  /** The list in the admin API; a retry is `/{id}/retry` below it. */
  readonly path: string;
  /** The query for those that can be retried. */
  readonly query: Readonly<Record<string, string>>;
  readonly causeOf: (item: T) => string | null;
  readonly said: (item: T) => string;
}

/** Retries the named ones, or all of one cause, the oldest first; continues after a failure, and ends with all of them. */
export async function retryAll<T extends { readonly id: string }>(
  cli: Cli,
  named: readonly string[],
  { cause, ...options }: RetryOptions,
  { path, query, causeOf, said }: Retried<T>,
): Promise<void> {
  if (named.length > 0 === (cause !== undefined))
    throw new CliFailure('Pass either ids or --cause.', EXIT.usage);
  const admin = cli.admin(options);
  const isWanted = (item: T) => causeOf(item) === cause;
  const found = cause === undefined ? [] : (await admin.list<T>(path, query, Infinity, isWanted)).items;
  const ids = cause === undefined ? named : found.map(({ id }) => id).reverse();
  const retry = (id: string) => admin.post<T>(`${path}/${encodeURIComponent(id)}/retry`);
  const { items, failures } = await retryEach(ids, retry);
  const none = ids.length === 0 ? ['Nothing failed for this cause.'] : [];
  cli.print(options, { items, failures }, () => [...none, ...items.map(said)].join('\n'));
  if (failures.length > 0)
    throw new CliFailure(
      [
        `${failures.length} of ${ids.length} could not be retried:`,
        ...failures.map(({ id, reason }) => `${id}: ${reason}`),
      ].join('\n'),
    );
}

interface Failed {
  readonly id: string;
  readonly reason: string;
}

async function retryEach<T>(
  ids: readonly string[],
  retry: (id: string) => Promise<T>,
): Promise<{ readonly items: readonly T[]; readonly failures: readonly Failed[] }> {
  const [items, failures]: [T[], Failed[]] = [[], []];
  for (const id of ids)
    await retry(id).then(
      (item) => items.push(item),
      (error: unknown) => {
        // Without a refusal the gateway is away, and would not take the next either.
        if (!(error instanceof CliFailure) || !error.refusal) throw error;
        failures.push({ id, reason: error.message });
      },
    );
  return { items, failures };
}
