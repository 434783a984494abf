import { readFile, stat } from 'node:fs/promises';
import { isDay, isLoopbackHost } from '../../../common/index.js';
import { CliFailure, EXIT } from '../../failure.js';
import { fetchUndecoded } from '../../gateway/undecoded-fetch.js';

/** A release as its feed tells of it (`releases.json` of a build). */
export interface FeedRelease {
  readonly version: string;
  /** YYYY-MM-DD */
  readonly date: string;
  /** Whether it mends a hole. */
  readonly security: boolean;
  /** Markdown. */
  readonly notes: string;
  /** Its last migration; a feed of someone else's making may leave it out. */
  readonly migration?: string;
}

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;

/**
 * Reads a feed from a file, or from an https address (http on this machine only).
 * @throws CliFailure naming what is wrong with the place (2), or with what it has (1)
 */
export async function readFeed(place: string): Promise<readonly FeedRelease[]> {
  const text = isAddress(place) ? await fetched(allowedUrl(place)) : await textOfFile(place);
  return releasesIn(place, parsed(place, text));
}

/** Whether a place is an address, which may be a wrong one, and not a file. */
export const isAddress = (place: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(place);

function allowedUrl(text: string): URL {
  const url = URL.parse(text);
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopbackHost(url.hostname));
  if (url && isAllowed && url.username === '' && url.password === '') return url;
  throw new CliFailure(
    '--feed: must be a file or an https URL without user name and password; http is allowed on this machine only',
    EXIT.usage,
  );
}

async function textOfFile(file: string): Promise<string> {
  try {
    const { size } = await stat(file);
    if (size > MAX_BYTES) throw tooLarge();
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof CliFailure) throw error;
    const { code = 'unreadable' } = error as NodeJS.ErrnoException;
    throw new CliFailure(`--feed: ${file} cannot be read (${code})`, EXIT.usage);
  }
}

const tooLarge = (): CliFailure => new CliFailure(`the feed is larger than ${MAX_BYTES / 1_048_576} MB`);

async function fetched(url: URL): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await followed(url, signal);
    if (!response.ok) throw new CliFailure(`${url.href} answered ${response.status}`);
    return await limitedText(response);
  } catch (error) {
    if (error instanceof CliFailure) throw error;
    const { name, message, cause } = error as Error & { readonly cause?: Error };
    const why =
      name === 'TimeoutError'
        ? `no complete answer within ${TIMEOUT_MS / 1000} s`
        : (cause?.message ?? message);
    throw new CliFailure(`${url.href} cannot be read: ${why}`);
  }
}

/** A host of releases may answer by the address of another one (GitHub does), but the way stays encrypted. */
async function followed(url: URL, signal: AbortSignal): Promise<Response> {
  let at = url;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetchUndecoded(at.href, { signal, headers: { accept: 'application/json' } });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = URL.parse(location, at.href);
    if (!next || !mayFollow(at, next))
      throw new CliFailure(
        `${url.href} redirects to ${next ? `${next.protocol}//${next.host}` : 'no address'}, which is refused: only https without user name and password is followed`,
      );
    at = next;
  }
  throw new CliFailure(`${url.href} redirects more than ${MAX_REDIRECTS} times`);
}

const mayFollow = (from: URL, to: URL): boolean =>
  to.username === '' &&
  to.password === '' &&
  (to.protocol === 'https:' || (from.protocol === 'http:' && to.origin === from.origin));

async function limitedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > MAX_BYTES) throw tooLarge();
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parsed(place: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new CliFailure(`${place} is not JSON`);
  }
}

type Raw = Readonly<Record<string, unknown>>;

/** Fields that are not known are for later releases. */
function releasesIn(place: string, feed: unknown): readonly FeedRelease[] {
  const { releases } = (feed ?? {}) as Raw;
  if (!Array.isArray(releases)) throw new CliFailure(`${place}: releases must be a list`);
  const told = new Set<unknown>();
  const problems = releases.flatMap((each: unknown, at) => {
    const own = problemsOf(each);
    const version = own.length === 0 ? (each as FeedRelease).version : undefined;
    if (version !== undefined && told.has(version)) own.push(`.version is in the list twice: ${version}`);
    told.add(version);
    return own.map((words) => `releases[${at}]${words}`);
  });
  const more = problems.length - SHOWN_PROBLEMS;
  const shown = [...problems.slice(0, SHOWN_PROBLEMS), ...(more > 0 ? [`and ${more} more`] : [])];
  if (shown.length > 0) throw new CliFailure([`${place} is not a release feed:`, ...shown].join('\n  '));
  return releases as readonly FeedRelease[];
}

const SHOWN_PROBLEMS = 10;

const RULES: readonly (readonly [field: string, isRight: (value: unknown) => boolean, words: string])[] = [
  [
    'version',
    (value) => typeof value === 'string' && VERSION.test(value),
    'must be a version, such as 1.2.3',
  ],
  ['date', (value) => typeof value === 'string' && isDay(value), 'must be a date, YYYY-MM-DD'],
  ['security', (value) => typeof value === 'boolean', 'must be true or false'],
  ['notes', (value) => typeof value === 'string', 'must be a string'],
  [
    'migration',
    (value) => value === undefined || (typeof value === 'string' && MIGRATION.test(value)),
    'must be the name of a migration',
  ],
];

/** As semver.org gives it, without build metadata, which no release of ours has. */
const VERSION =
  /^(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){2}(?:-[0-9A-Za-z-]{1,40}(?:\.[0-9A-Za-z-]{1,40}){0,8})?$/;
const MIGRATION = /^\d{4}-[a-z0-9-]{1,80}$/;

function problemsOf(release: unknown): string[] {
  if (typeof release !== 'object' || release === null) return [' must be an object'];
  return RULES.flatMap(([field, isRight, words]) =>
    isRight((release as Raw)[field]) ? [] : [`.${field} ${words}`],
  );
}
