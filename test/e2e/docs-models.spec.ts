import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ModelSimulator } from '../../simulators/index.js';
import { commandsOf } from '../support/documented-blocks.js';
import { Laptop } from './support/laptop.js';

/** Programs of others, whose server is the simulated model here. */
const SERVERS = ['ollama', 'llama-server', 'vllm', 'lms'];
/** Addresses of them and of services, as the pages give them. */
const ADDRESSES = [
  'http://127.0.0.1:8080/v1',
  'http://127.0.0.1:8000/v1',
  'http://127.0.0.1:1234/v1',
  'https://openrouter.ai/api/v1',
  'https://api.deepseek.com/v1',
  'http://127.0.0.1:4000/v1',
  'https://api.mistral.ai/v1',
  'https://api.moonshot.ai/v1',
  'https://api.groq.com/openai/v1',
  'https://api.together.xyz/v1',
];
/** The types with an address of their own, which the commands leave out. */
const VENDORS = ['anthropic', 'openai', 'gemini', 'ollama'] as const;
const KEYS = [
  'anthropic',
  'openai',
  'gemini',
  'openrouter',
  'deepseek',
  'litellm',
  'azure',
  'mistral',
  'kimi',
  'groq',
  'together',
];

let model: ModelSimulator;
let laptop: Laptop;

beforeAll(async () => {
  model = await ModelSimulator.start({ reply: () => 'Hello, I am a model.' });
  laptop = await Laptop.open({
    ...Object.fromEntries(ADDRESSES.map((address) => [address, model.baseUrl])),
    'https://RESOURCE.openai.azure.com/openai/v1': model.baseUrlOf('openai'),
    ...Object.fromEntries(
      VENDORS.map((type) => [`--runtime ${type}`, `--runtime ${type} --base-url ${model.baseUrlOf(type)}`]),
    ),
  });
  mkdirSync(join(laptop.home, 'bin'));
  for (const name of SERVERS) {
    laptop.write(`bin/${name}`, '#!/bin/sh\n');
    chmodSync(join(laptop.home, 'bin', name), 0o755);
  }
  for (const name of KEYS) laptop.write(`${name}-key`, 'model-key');
});
afterAll(async () => {
  await laptop.close();
  await model.stop();
});

it.each([
  'guide/runtimes.md',
  'guide/models/openai-compatible.md',
  'guide/models/anthropic.md',
  'guide/models/openai.md',
  'guide/models/gemini.md',
  'guide/models/ollama.md',
  'guide/models/servers.md',
])('the commands of %s set up an agent that answers, each block in an empty home', async (page) => {
  const blocks = commandsOf(page);
  const answered: string[] = [];
  for (const [index, block] of blocks.entries()) {
    const state = join(laptop.home, `${page.replaceAll('/', '-')}-${index}`);
    const operator = laptop.terminal({ GATEHOUSE_STATE_DIR: state });
    const told = await operator.run(`PATH=~/bin:$PATH\n${laptop.here(block)}`);
    if (told.includes('Hello, I am a model.')) answered.push(block);
  }
  expect(answered).not.toEqual([]);
  expect(answered).toEqual(blocks.filter((block) => block.includes('gatehouse agents')));
});
