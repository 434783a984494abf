import type { SetupCallBack } from '../../plugins/index.js';
import type { Cli } from '../cli.js';
import type { Channel } from '../gateway/answers.js';
import { gatewayFor } from '../local/config.js';

/** How an account's service is made to call the running gateway. */
export interface CallBack {
  readonly channel: string;
  readonly account: string;
  readonly run: (
    report: () => Promise<Readonly<Record<string, unknown>> | undefined>,
    signal: AbortSignal,
  ) => Promise<SetupCallBack>;
}

/** For the registration of a webhook by the gateway, and for the call. */
const PATIENCE_MS = 40_000;

/** Tests whether a service's calls reach the gateway that runs here; undefined where none runs. */
export async function testCallBack(
  cli: Cli,
  { channel, account, run }: CallBack,
): Promise<SetupCallBack | undefined> {
  const admin = gatewayFor(cli, {});
  if (!admin) return undefined;
  const report = () =>
    admin.get<Channel>(`/channels/${encodeURIComponent(channel)}`, { deep: 'true' }).then(
      ({ accounts }) => accounts.find((each) => each.account === account)?.probe ?? undefined,
      // It may still be starting, or not have the account yet.
      () => undefined,
    );
  return run(report, AbortSignal.any([cli.world.interruption(), AbortSignal.timeout(PATIENCE_MS)]));
}
