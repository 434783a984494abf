import { ModelSimulator } from '../../../simulators/index.js';
import { RuntimeFailure } from '../../assistant/index.js';
import { AgentConfig, AgentRuntimeConfig } from '../../config/index.js';
import { MODEL_SERVERS } from './model-servers.js';
import { troubleOf } from './trial-text.js';

/** Nothing is asked at these addresses in these tests. */
const OLLAMA = 'http://127.0.0.1:11434/v1';
const HOSTED = 'https://models.example/v1';

const agent = (baseUrl: string, more: Partial<AgentRuntimeConfig> = {}): AgentConfig => {
  const runtime = { type: 'openai-compatible', baseUrl, model: 'small', ...more };
  return Object.assign(new AgentConfig(), {
    id: 'main',
    runtime: Object.assign(new AgentRuntimeConfig(), runtime),
  });
};
const byCode = (code: string) =>
  new RuntimeFailure('the model could not be reached', true, {
    cause: Object.assign(new Error('x'), { code }),
  });
const byStatus = (status: number) => new RuntimeFailure('the model answered', false, { status });
const trouble = async (tried: AgentConfig, failure: RuntimeFailure) => {
  const { cause, remedy } = await troubleOf(tried, failure, MODEL_SERVERS);
  return `${cause} ${remedy}`;
};

describe('the message for an agent that does not answer', () => {
  it.each([
    [
      OLLAMA,
      'ECONNREFUSED',
      'Nothing is listening at 127.0.0.1:11434. If Ollama is not running, open the Ollama app',
    ],
    [
      'http://127.0.0.1:5000/v1',
      'ECONNREFUSED',
      'Check that the model server is running, and that the port is correct.',
    ],
    [HOSTED, 'ENOTFOUND', 'The host of models.example was not found.'],
    [HOSTED, 'UND_ERR_CONNECT_TIMEOUT', 'not blocked by its firewall.'],
    [
      'https://127.0.0.1:1234/v1',
      'ERR_SSL_WRONG_VERSION_NUMBER',
      'A server on your own machine usually uses http.',
    ],
    [HOSTED, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'with a certificate that this machine trusts.'],
    [HOSTED, 'UND_ERR_SOCKET', 'closed the connection'],
    [HOSTED, 'SOMETHING', 'the model could not be reached. See the log of the model server.'],
  ])('names the connection error to %s: %s', async (baseUrl, code, words) => {
    expect(await trouble(agent(baseUrl), byCode(code))).toContain(words);
  });

  it.each([
    [401, {}, 'requires an API key (401). Pass one: --api-key-file <file>'],
    [403, { apiKey: 'k' }, 'rejected the API key (403).'],
    [402, { apiKey: 'k' }, 'no credit left (402)'],
    [429, {}, 'Wait a minute'],
    [302, {}, 'redirects to another address (302). Use that address.'],
    [503, {}, 'It may still be loading the model: try again.'],
    [500, {}, 'The model server failed (500).'],
  ])('explains the status %i', async (status, more, words) => {
    expect(await trouble(agent(HOSTED, more), byStatus(status))).toContain(words);
  });

  it.each([
    ['late', 'No complete answer within 60 s. The server may still have been loading the model: try again.'],
    ['empty', 'The answer had no text.'],
  ] as const)('explains the code %s', async (code, words) => {
    expect(await trouble(agent(HOSTED), new RuntimeFailure('x', true, { code }))).toContain(words);
  });

  describe('when a model server is there', () => {
    let model: ModelSimulator;
    beforeEach(async () => {
      model = await ModelSimulator.start({ model: 'large' });
    });
    afterEach(() => model.stop());

    it('lists the models of the server when the name is unknown', async () => {
      const words = `${model.baseUrl} does not know the model or the path (404). The server has no model small. Its models: large.`;
      expect(await trouble(agent(model.baseUrl), byStatus(404))).toBe(words);
      const known = await trouble(agent(model.baseUrl, { model: 'large' }), byStatus(400));
      expect(known).toContain('rejected the call (400). The server has this model, so check its log.');
    });

    it.each(['', '/', '/v1/chat/completions', '/v1/models'])(
      'suggests the base URL with /v1 when the given one ends in “%s”',
      async (end) => {
        const failure = new RuntimeFailure('x', true, { code: 'no-events' });
        const words = await trouble(agent(model.url + end), failure);
        expect(words).toContain(
          `answers, but not like a model server. The base URL is probably ${model.baseUrl}`,
        );
      },
    );

    it('says that most base URLs end in /v1 when nothing answers', async () => {
      await model.down();
      expect(await trouble(agent(model.baseUrl), byStatus(404))).toContain(
        'Check the base URL (most end in /v1)',
      );
    });
  });
});
