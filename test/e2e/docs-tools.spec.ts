import { chmodSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ModelSimulator } from '../../simulators/index.js';
import { commandsOf } from '../support/documented-blocks.js';
import { eventually } from '../support/eventually.js';
import type { Terminal } from '../support/terminal.js';
import { Laptop } from './support/laptop.js';

const SERVER = createRequire(import.meta.url).resolve(
  '@modelcontextprotocol/server-filesystem/dist/index.js',
);

describe('the commands about tools, with one gateway', () => {
  let model: ModelSimulator;
  let laptop: Laptop;
  let operator: Terminal;
  beforeAll(async () => {
    model = await ModelSimulator.start({ reply: () => 'Hello.' });
    laptop = await Laptop.open();
    mkdirSync(join(laptop.home, 'bin'));
    laptop.write('bin/mcp-server-filesystem', `#!/bin/sh\nexec '${process.execPath}' '${SERVER}' "$@"\n`);
    chmodSync(join(laptop.home, 'bin/mcp-server-filesystem'), 0o755);
    await laptop.start(
      `export PATH=~/bin:$PATH\ngatehouse agents add --base-url ${model.baseUrl} --model simulated && gatehouse start`,
    );
    operator = laptop.terminal();
    await operator.run('export PATH=~/bin:$PATH');
  });
  afterAll(async () => {
    await laptop.close();
    await model.stop();
  });

  it('of guide/tools.md add a server, call it, give it to an agent and accept its tools', async () => {
    const [add = '', tools = '', accept = '', ...others] = commandsOf('guide/tools.md');
    const added = await operator.run(laptop.here(add));
    expect(added).toMatch(/files +yes +\d{4}-\d\d-\d\d +14/);
    expect(added).toContain('Lunch is at noon.');
    const shown = async () => operator.run(laptop.here(tools));
    await eventually(async () => (await shown()).includes('read_text_file'), { what: 'the list' });
    expect(await shown()).toMatch(
      /read_text_file +offered +main: without approval[\s\S]+write_file +offered +main: needs approval/,
    );
    expect(await operator.run(laptop.here(accept))).toContain('No pending tools.');
    expect(others).toEqual([]);
  });
});
