import type { AgentSettings, TurnInput, TurnPart } from '../../runtime.js';
import { calls, says, ScriptedModel, status } from '../../testing/scripted-model.js';
import { FakeToolBox, textOf, turnInput } from '../../testing/turns.js';
import { ModelRuntime } from '../model.runtime.js';
import { openAiCompatibleWire } from '../openai-compatible/openai-compatible.wire.js';

const NEVER = new AbortController().signal;
const THOUGHT_AWAY = says('', 'length');

describe('an answer without a word', () => {
  let model: ScriptedModel;
  let sut: ModelRuntime;

  beforeEach(async () => {
    model = await ScriptedModel.start();
    sut = new ModelRuntime(openAiCompatibleWire);
  });
  afterEach(async () => {
    await sut.onApplicationShutdown();
    model.stop();
  });

  const run = async (runtime: Partial<AgentSettings['runtime']>, more: Partial<TurnInput> = {}) => {
    const settings = { type: 'openai-compatible', baseUrl: model.baseUrl, model: 'm', ...runtime };
    const parts: TurnPart[] = [];
    for await (const part of sut.run(turnInput('hi', settings, more), NEVER)) parts.push(part);
    return parts;
  };
  const limits = () => model.bodies.map((body) => body.max_tokens);

  it.each([
    ['twice the usual limit', {}, [undefined, 32_768]],
    ['four times its own limit', { maxOutputTokens: 100 }, [100, 400]],
    ['at most half the window', { maxOutputTokens: 100, contextWindow: 600 }, [100, 300]],
    ['the same, without a limit that cut it', { maxOutputTokens: 100 }, [100, 100], says('')],
  ])('is asked for again with %s', async (_, settings, expected, first = THOUGHT_AWAY) => {
    model.next(first, says('hello'));
    const parts = await run(settings);
    expect(textOf(parts)).toBe('hello');
    expect(parts.map(({ kind }) => kind)).not.toContain('cut-off');
    expect(limits()).toEqual(expected);
  });

  it.each([401, 503])('fails as the second call does with status %i', async (code) => {
    model.next(THOUGHT_AWAY, status(code));
    await expect(run({})).rejects.toMatchObject({ status: code, code: undefined });
  });

  describe('behind a call', () => {
    const tools = (isSeen?: () => boolean) => {
      const box = new FakeToolBox();
      const definitions = box.definitions.map((each) => ({ ...each, ...(isSeen && { isSeen }) }));
      return { tools: () => Object.assign(box, { definitions }) };
    };

    it('stands where people see what the call has done', async () => {
      model.next(calls({ action: 'react' }), says(''));
      expect(
        textOf(
          await run(
            {},
            tools(() => true),
          ),
        ),
      ).toBe('|');
    });

    it('is asked for again where they do not', async () => {
      model.next(calls({ action: 'react' }), says(''), says('done'));
      expect(textOf(await run({}, tools()))).toBe('|done');
    });

    it('stands where an earlier run of the turn has said something', async () => {
      model.next(says(''));
      expect(textOf(await run({}, { alreadySaid: 'One moment.' }))).toBe('');
    });

    it('is asked for again where the call comes when no more may be made', async () => {
      const box = new FakeToolBox(0);
      model.next(calls({ action: 'send' }), says('done'));
      expect(textOf(await run({}, { tools: () => box }))).toBe('done');
      expect(box.taken).toEqual([]);
    });
  });
});
