import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ModelSimulator } from '../../simulators/index.js';
import { commandsOf } from '../support/documented-blocks.js';
import { Laptop } from './support/laptop.js';

/** Programs of others, whose server is the simulated model here. */
const SERVERS = ['ollama', 'llama-server', 'lms'];

it('the commands of guide/runtimes.md set up an agent that answers, each in an empty home', async () => {
  const model = await ModelSimulator.start({ reply: () => 'Hello, I am a model.' });
  const url = new URL(model.baseUrl).origin;
  const laptop = await Laptop.open({
    'http://127.0.0.1:11434': url,
    'http://127.0.0.1:8080': url,
    'http://127.0.0.1:1234': url,
    'https://openrouter.ai/api': url,
  });
  try {
    mkdirSync(join(laptop.home, 'bin'));
    for (const name of SERVERS) {
      laptop.write(`bin/${name}`, '#!/bin/sh\n');
      chmodSync(join(laptop.home, 'bin', name), 0o755);
    }
    laptop.write('openrouter-key', 'model-key');
    for (const [index, block] of commandsOf('guide/runtimes.md').entries()) {
      const operator = laptop.terminal({ GATEHOUSE_STATE_DIR: join(laptop.home, String(index)) });
      const told = await operator.run(`PATH=~/bin:$PATH\n${laptop.here(block)}`);
      if (block.includes('gatehouse')) expect(told).toContain('Hello, I am a model.');
    }
  } finally {
    await laptop.close();
    await model.stop();
  }
});
