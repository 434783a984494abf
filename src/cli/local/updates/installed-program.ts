import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CliFailure } from '../../failure.js';
import { makeBackupFolder, type Start, startAs, type StateOwner } from './state-owner.js';

/** A backup or a migration of much data takes long, so no command has a time limit. */
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

interface Failed extends Error {
  readonly code?: string | number;
  readonly stderr?: string;
}

/** The programs of an installation: its releases, and the script that downloads and switches them. */
export class InstalledProgram {
  /**
   * @param env what every program gets: the gateway's state directory among it
   * @param owner as whom the releases run, because they load plugins from the state directory; unset = as this process
   */
  constructor(
    private readonly prefix: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly owner?: StateOwner,
  ) {}

  /** Runs a command of one release. @returns its output @throws CliFailure with its words */
  gatehouse(version: string, ...args: readonly string[]): Promise<string> {
    const program = join(this.prefix, version, 'bin/gatehouse');
    if (this.owner === undefined) return this.run({ program, args });
    return this.run(startAs(this.owner, program, args), { HOME: this.owner.stateDir });
  }

  /** The release in use writes it. @returns its file */
  async backup(version: string): Promise<string> {
    if (this.owner !== undefined) makeBackupFolder(this.owner);
    const answer = await this.gatehouse(version, 'backup', 'create', '--json');
    return (JSON.parse(answer) as { readonly file: string }).file;
  }

  /** Downloads a release and verifies its checksum. @throws CliFailure with the words of the script */
  async fetch(version: string, feed: string | undefined): Promise<void> {
    await this.script(['fetch', version], feed === undefined ? {} : { GATEHOUSE_FEED: folderOf(feed) });
    if (!existsSync(join(this.prefix, version, 'bin/gatehouse')))
      throw new CliFailure(`install.sh did not leave ${version} in ${this.prefix}`);
  }

  switchTo = async (version: string): Promise<void> => {
    await this.script(['switch', version]);
  };

  private script = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> =>
    this.run(
      { program: 'sh', args: [scriptOf(this.prefix), ...args] },
      { GATEHOUSE_PREFIX: this.prefix, ...env },
    );

  private async run({ program, args, ...user }: Start, env: NodeJS.ProcessEnv = {}): Promise<string> {
    try {
      const options = { env: { ...this.env, ...env }, maxBuffer: MAX_OUTPUT_BYTES, ...user };
      return (await promisify(execFile)(program, args, options)).stdout;
    } catch (error) {
      const { stderr = '', message } = error as Failed;
      const words = stderr.trim().replace(/^(?:gatehouse|install\.sh): /, '');
      throw new CliFailure(words === '' ? message : words);
    }
  }
}

const scriptOf = (prefix: string): string => join(prefix, 'current/install.sh');

/** `install.sh` takes the folder of a feed, `update check` its `releases.json`. */
const folderOf = (feed: string): string => feed.replace(/\/?releases\.json$/, '') || '.';

/** The feed that the release in use was published with; undefined where it has none. */
export function feedOfRelease(prefix: string): string | undefined {
  const script = existsSync(scriptOf(prefix)) ? readFileSync(scriptOf(prefix), 'utf8') : '';
  const [, feed = ''] = /^FEED_OF_RELEASE='([^']*)'$/m.exec(script) ?? [];
  return feed === '' ? undefined : feed;
}
