import type { TransferOptions, TransferSummary } from '../persistence/index.js';
import type { Cli, OutputOptions } from './cli.js';
import { transferAnswer } from './database.js';
import { CliFailure } from './failure.js';

interface Transfer {
  readonly work: (options: Pick<TransferOptions, 'onProgress' | 'signal'>) => Promise<TransferSummary>;
  /** For people, once it is done. */
  readonly success: (summary: TransferSummary) => string;
}

/** Does an export or import, showing how far it is; Ctrl-C leaves nothing half done. */
export async function runTransfer(
  cli: Cli,
  options: OutputOptions,
  { work, success }: Transfer,
): Promise<void> {
  const signal = cli.world.interruption();
  const { transferView } = await import('./transfer-view.js');
  const view = options.json ? undefined : transferView(cli.world.stdout);
  try {
    const summary = await work({ signal, ...(view && { onProgress: view.onProgress }) });
    if (view) view.succeed(success(summary));
    else cli.print(options, transferAnswer(summary), () => '');
  } catch (error) {
    view?.clear();
    throw signal.aborted ? new CliFailure('interrupted: nothing was done') : error;
  }
}
