import { errorText } from '../errors.js';
import { withTimeout } from '../time/waiting.js';
import { type Check, CHECK_MS, type CheckResult, type Finding } from './check.js';

/** A repair that was tried. */
export interface RepairOutcome {
  readonly id: string;
  readonly change: string;
  /** Why it was not done; undefined when it was. */
  readonly problem: string | undefined;
}

/** Runs all checks at once. Never throws: a check that crashes or hangs is `unknown`, and stops no other. */
export async function runChecks(
  checks: readonly Check[],
  timeoutMs = CHECK_MS,
): Promise<readonly CheckResult[]> {
  const results = await Promise.all(checks.map((check) => resultsOf(check, timeoutMs)));
  return results.flat();
}

/** Repairs what the checks find, one thing after the other; one that fails stops no other. */
export async function repairAll(
  checks: readonly Check[],
  onRepair: (outcome: RepairOutcome) => void,
  timeoutMs = CHECK_MS,
): Promise<void> {
  for (const { id, repair } of await runChecks(checks, timeoutMs)) {
    if (!repair) continue;
    const { change } = repair;
    const problem = await withTimeout(
      repair.apply(AbortSignal.timeout(timeoutMs)).then(() => undefined, errorText),
      timeoutMs,
      () => `not done within ${timeoutMs / 1_000} s`,
    );
    onRepair({ id, change, problem });
  }
}

/** Whether a check is meant by its id or by the part before a dot: `imbridge` means `imbridge.webhook` too. */
export const isMeant = ({ id }: Pick<Check, 'id'>, name: string): boolean =>
  id === name || id.startsWith(`${name}.`);

async function resultsOf(check: Check, timeoutMs: number): Promise<readonly CheckResult[]> {
  const end = new AbortController();
  const found = await withTimeout(findingsOf(check, end.signal), timeoutMs, () => [
    unknown(`no result within ${timeoutMs / 1_000} s`),
  ]);
  end.abort();
  return found.map((finding) => ({ id: check.id, ...finding }));
}

async function findingsOf(check: Check, signal: AbortSignal): Promise<readonly Finding[]> {
  try {
    return await check.run(signal);
  } catch (error) {
    return [unknown(`the check itself failed: ${errorText(error)}`)];
  }
}

const unknown = (message: string): Finding => ({
  state: 'unknown',
  message,
  remedy: 'Try again; `gatehouse logs --level warn` may show the cause.',
});
