import { setTimeout as pause } from 'node:timers/promises';
import type { SetupProbe } from '../../plugins/index.js';
import type { Cli, OutputOptions } from '../cli.js';
import { CliFailure, EXIT } from '../failure.js';
import type { AdminClient } from '../gateway/admin-client.js';
import type { DeliveryDetail, SentMessage } from '../gateway/answers.js';
import { configOfFile, gatewayFor, loadConfigCode } from '../local/config.js';
import { reasonLines } from '../output/reason-text.js';
import { asCalled, printable, printableLines } from '../output/text.js';
import { type CallBack, testCallBack } from './call-back.js';
import { accountsMeant, configuredChannel } from './configured-channel.js';

interface Tested {
  readonly channel: string;
  /** All of the channel when left out. */
  readonly account?: string | undefined;
  /** Gets a message, in one of the channel's forms. */
  readonly to?: string | undefined;
}

interface Outcome {
  readonly account: string;
  readonly usable: boolean;
  readonly text: string;
  readonly remedy: string | null;
  /** Whether a call of the service reached the running gateway; null where that was not tested. */
  readonly called_back: boolean | null;
}

const PROBE_MS = 15_000;

/**
 * Asks a channel's service with the configuration of this machine, and sends a message where that is wanted.
 * @throws CliFailure with the remedy when an account cannot be used, or the message is not sent
 */
export async function testChannel(cli: Cli, options: OutputOptions, tested: Tested): Promise<void> {
  const { channel, to } = tested;
  const admin = to === undefined ? undefined : senderOf(cli);
  const outcomes = await probed(cli, tested);
  const failed = outcomes.filter(({ usable }) => !usable);
  const account = outcomes.length === 1 ? outcomes[0]?.account : undefined;
  const isSent = admin && to !== undefined && failed.length === 0;
  if (isSent) cli.world.stderr.write(`gatehouse: sending a test message to ${printable(to)} on ${channel}\n`);
  const delivery = isSent ? await sent(admin, { channel, account, target: to }) : undefined;
  const told = { channel, accounts: outcomes, delivery: delivery ? summaryOf(delivery) : null };
  cli.print(options, told, () =>
    [
      ...outcomes.map((each) => `${channel}, account ${each.account}: ${each.text}`),
      ...(delivery ? [`Message ${delivery.id}: ${delivery.status}.`] : []),
    ].join('\n'),
  );
  if (failed.length > 0)
    throw new CliFailure(asCalled(cli.world, failed.map(({ remedy }) => remedy).join('\n')));
  if (delivery && delivery.status !== 'sent') throw new CliFailure(asCalled(cli.world, troubleOf(delivery)));
}

/** A sent message has to be kept, so that it is sent once: only a gateway does that. */
function senderOf(cli: Cli): AdminClient {
  const gateway = gatewayFor(cli, {});
  if (gateway) return gateway;
  throw new CliFailure(
    '--to sends the message through the running gateway: run gatehouse start first, or leave out --to',
    EXIT.usage,
  );
}

async function probed(cli: Cli, { channel, account }: Tested): Promise<readonly Outcome[]> {
  const code = await loadConfigCode(cli);
  const config = configOfFile(code);
  const found = await configuredChannel(code, config.raw, channel);
  const accounts = accountsMeant(found, account);
  const probe = found.setup?.probe;
  if (!probe)
    throw new CliFailure(
      `the plugin of ${channel} has no connection test: gatehouse doctor --only ${channel}`,
    );
  return Promise.all(
    accounts.map(async (each) => {
      const signal = AbortSignal.any([cli.world.interruption(), AbortSignal.timeout(PROBE_MS)]);
      const outcome = await probe(config, signal, each);
      const { base } = found.setup ? code.placeIn(found.setup, config.raw, each) : { base: '' };
      const remedy = outcome.isUsable ? null : remedyFor(outcome, { channel, base });
      const { callBack } = found.setup ?? {};
      const run: CallBack['run'] | undefined =
        callBack && ((report, ends) => callBack(config, each, report, ends));
      const tested =
        outcome.isUsable && run ? await testCallBack(cli, { channel, account: each, run }) : undefined;
      const isLost = tested?.hasCalled === false;
      return {
        account: each,
        usable: outcome.isUsable && !isLost,
        text: printableLines([outcome.text, ...(tested && !isLost ? [tested.text] : [])].join('\n')),
        remedy: isLost ? printableLines(tested.text) : remedy,
        called_back: tested?.hasCalled ?? null,
      };
    }),
  );
}

function remedyFor(
  { setting, text }: SetupProbe,
  { channel, base }: { readonly channel: string; readonly base: string },
): string {
  const mend =
    setting === undefined ? '' : ` If the setting is wrong: gatehouse config set ${base}.${setting} -`;
  return `${printableLines(text)}${mend}\nMore details: gatehouse doctor --only ${channel}`;
}

const TEXT = 'This is a test message from Gatehouse.';
const PATIENCE_MS = 30_000;
const LOOK_MS = 250;

interface Addressed {
  readonly channel: string;
  readonly account: string | undefined;
  readonly target: string;
}

/** Waits for the end of the delivery. @returns it as it is when the patience ends */
async function sent(admin: AdminClient, { channel, account, target }: Addressed): Promise<DeliveryDetail> {
  const message = await admin.post<SentMessage>('/messages', { channel, account, target, message: TEXT });
  const path = `/deliveries/${encodeURIComponent(message.delivery_ids[0] ?? '')}`;
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const delivery = await admin.get<DeliveryDetail>(path);
    if (delivery.status === 'sent' || delivery.status === 'dead' || Date.now() > end) return delivery;
    await pause(LOOK_MS);
  }
}

const summaryOf = ({ id, status, last_code, last_detail, remedy }: DeliveryDetail) => ({
  id,
  status,
  last_code,
  last_detail,
  remedy,
});

function troubleOf(delivery: DeliveryDetail): string {
  const { id, status } = delivery;
  const isDead = status === 'dead';
  const what = isDead
    ? 'the message was not sent'
    : `the message is ${status} after ${PATIENCE_MS / 1000} s; the gateway keeps trying`;
  return [`${what}: gatehouse deliveries show ${id}`, ...reasonLines(delivery)].join('\n');
}
