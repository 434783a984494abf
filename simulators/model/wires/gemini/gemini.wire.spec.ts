import {
  describeRefusals,
  refusalOf,
  secondStep,
  withFields,
  without,
  withText,
} from '../../../testing/model-refusals.js';

const user = (...parts: readonly object[]) => ({ role: 'user', parts });
const text = { text: 'x' };
const call = {
  functionCall: { name: 'search', args: {} },
  thoughtSignature: 'skip_thought_signature_validator',
};
const response = { functionResponse: { name: 'search', response: { output: 1 } } };
const model = (...parts: readonly object[]) => ({ role: 'model', parts });
const contents = (...list: readonly object[]) => withFields({ contents: list });
const NOT_EQUAL = 'number of function response parts is equal to the number of function call parts';

describeRefusals('gemini', [
  ['a missing signature', without('thoughtSignature'), 'missing a thought_signature in functionCall parts'],
  ['a changed signature', withText(/("thoughtSignature":")..../, '$1AAAA'), 'Corrupted thought signature'],
  ['a call without its response', contents(user(text), model(call), user(text)), NOT_EQUAL],
  ['a call at the end', contents(user(text), model(call)), NOT_EQUAL],
  ['too few responses', contents(user(text), model(call, call), user(response)), NOT_EQUAL],
  [
    'a response without a call',
    contents(user(text), model(text), user(response)),
    'function response turn comes immediately',
  ],
  [
    'a call that begins',
    contents(model(call), user(response)),
    'function call turn comes immediately after a user turn',
  ],
  ['a model that ends', contents(user(text), model(text)), 'end with a user role'],
  ['an unknown role', contents({ role: 'assistant', parts: [text] }), 'Please use a valid role: user, model'],
  ['no contents', without('contents'), 'contents is not specified'],
  ['a content without parts', contents(user()), 'parts must not be empty'],
  ['an empty text', contents(user({ text: '' })), 'must have one initialized field'],
  ['a part of two kinds', contents(user({ ...text, ...response })), 'must have one initialized field'],
  ['an unknown field of a part', contents(user({ ...text, colour: 'red' })), 'Unknown name "colour"'],
  ['an unknown field', withFields({ stream: true }), 'Unknown name "stream"'],
  ['a response that is no object', withText(/"response":\{[^}]*\}/, '"response":"x"'), 'Struct'],
  [
    'a tool with two schemas',
    withText(/"parametersJsonSchema"/, '"parameters":{},"parametersJsonSchema"'),
    'both set',
  ],
]);

describe('the calls of another model', () => {
  it("stand for themselves with Google's stand-in for a signature", async () => {
    const { sut } = await secondStep('gemini');
    const foreign = { contents: [user(text), model(call), user(response)] };
    expect(await refusalOf(sut, 'gemini', foreign)).toMatchObject({ status: 200 });
    await sut.stop();
  });

  it('need no signature in an earlier turn', async () => {
    const { sut } = await secondStep('gemini');
    const { functionCall } = call;
    const earlier = {
      contents: [user(text), model({ functionCall }), user(response), model(text), user(text)],
    };
    expect(await refusalOf(sut, 'gemini', earlier)).toMatchObject({ status: 200 });
    await sut.stop();
  });
});
