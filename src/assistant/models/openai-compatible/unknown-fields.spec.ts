import { addFields, type UnknownFields, unknownIn } from './unknown-fields.js';

const joined = (...deltas: UnknownFields[]) => {
  const fields: UnknownFields = {};
  for (const delta of deltas) addFields(fields, delta);
  return fields;
};

describe('fields that a wire does not know', () => {
  it('are those with a value that it does not name', () => {
    const delta = {
      role: 'assistant',
      content: 'hi',
      reasoning_content: 'hm',
      audio: null,
      refusal: undefined,
    };
    expect(unknownIn(delta, new Set(['role', 'content']))).toEqual({ reasoning_content: 'hm' });
  });

  it('grow where they are texts, and are replaced where they are numbers or switches', () => {
    expect(
      joined(
        { reasoning_content: 'I ', depth: 1, open: true },
        { reasoning_content: 'think', depth: 2, open: false },
      ),
    ).toEqual({ reasoning_content: 'I think', depth: 2, open: false });
  });

  it('are joined object by object', () => {
    const one = { extra_content: { google: { thought_signature: 'si' }, mode: 'a' } };
    const two = { extra_content: { google: { thought_signature: 'g' }, more: 1 } };
    expect(joined(one, two)).toEqual({
      extra_content: { google: { thought_signature: 'sig' }, mode: 'a', more: 1 },
    });
  });

  it('are joined entry by entry where a list has indexes, and names are not repeated', () => {
    const entry = (text: string, index: number) => ({ type: 'reasoning.text', format: 'v1', text, index });
    expect(
      joined(
        { reasoning_details: [entry('I ', 0)] },
        { reasoning_details: [entry('think', 0), entry('so', 1)] },
      ),
    ).toEqual({ reasoning_details: [entry('I think', 0), entry('so', 1)] });
  });

  it('come one after another where a list has none', () => {
    expect(joined({ annotations: ['a'] }, { annotations: ['b'] })).toEqual({ annotations: ['a', 'b'] });
  });

  it('can not change what objects inherit', () => {
    const evil = JSON.parse(
      '{"__proto__": {"isAdmin": true}, "deep": {"__proto__": {"isAdmin": true}}}',
    ) as object;
    const fields = joined(unknownIn(evil, new Set()), unknownIn(evil, new Set()));
    expect((fields as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});
