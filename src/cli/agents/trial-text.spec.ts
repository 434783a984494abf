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
      'Nothing listens at 127.0.0.1:11434. Is Ollama started? If not, open the Ollama app',
    ],
    ['http://127.0.0.1:5000/v1', 'ECONNREFUSED', 'Is the model server started, and the port right?'],
    [HOSTED, 'ENOTFOUND', 'The host of models.example is not known.'],
    [HOSTED, 'UND_ERR_CONNECT_TIMEOUT', 'open in its firewall?'],
    ['https://127.0.0.1:1234/v1', 'ERR_SSL_WRONG_VERSION_NUMBER', 'On your own machine it mostly is http.'],
    [HOSTED, 'DEPTH_ZERO_SELF_SIGNED_CERT', 'with a certificate that this machine trusts?'],
    [HOSTED, 'UND_ERR_SOCKET', 'cut the connection'],
    [HOSTED, 'SOMETHING', 'the model could not be reached. The log of the model server says more.'],
  ])('names the connection error to %s: %s', async (baseUrl, code, words) => {
    expect(await trouble(agent(baseUrl), byCode(code))).toContain(words);
  });

  it.each([
    [401, {}, 'wants an API key (401). Give one: --api-key-file <file>'],
    [403, { apiKey: 'k' }, 'refuses the API key (403).'],
    [402, { apiKey: 'k' }, 'no credit left (402)'],
    [429, {}, 'Wait a minute'],
    [302, {}, 'sends callers elsewhere (302). Use the address it leads to.'],
    [503, {}, 'It may still load the model: try again.'],
    [500, {}, 'The model server failed (500).'],
  ])('explains the status %i', async (status, more, words) => {
    expect(await trouble(agent(HOSTED, more), byStatus(status))).toContain(words);
  });

  it.each([
    ['late', 'no whole answer within 60 s. A model is loaded for its first answer: try again.'],
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
      const words = `${model.baseUrl} does not know the model or the path (404). There is no small there. Models there: large.`;
      expect(await trouble(agent(model.baseUrl), byStatus(404))).toBe(words);
      const known = await trouble(agent(model.baseUrl, { model: 'large' }), byStatus(400));
      expect(known).toContain('refuses the call (400). The model is there, so ask its log.');
    });

    it.each(['', '/', '/v1/chat/completions', '/v1/models'])(
      'suggests the base URL with /v1 when the given one ends in “%s”',
      async (end) => {
        const failure = new RuntimeFailure('x', true, { code: 'no-events' });
        const words = await trouble(agent(model.url + end), failure);
        expect(words).toContain(
          `answers, but not as a model does. The base URL seems to be ${model.baseUrl}`,
        );
      },
    );

    it('says that base URLs mostly end in /v1 when nothing answers', async () => {
      await model.down();
      expect(await trouble(agent(model.baseUrl), byStatus(404))).toContain('Base URLs mostly end in /v1.');
    });
  });
});
