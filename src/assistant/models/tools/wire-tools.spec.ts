import { WireTools } from './wire-tools.js';

const PLACE = { model: 'm' };
const tool = (name: string, inputSchema: object = {}) => ({
  name,
  description: '',
  inputSchema: inputSchema as Readonly<Record<string, unknown>>,
});
const names = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

describe('the tools of a wire', () => {
  let sut: WireTools;
  beforeEach(() => {
    sut = new WireTools({ defaultBaseUrl: 'https://vendor.example', schemas: { form: 'full' } });
  });

  it('are the same list from turn to turn, also for another model', () => {
    const tools = [tool('a'), tool('b', { type: 'array' })];
    const offered = sut.offered(tools, PLACE);
    expect(names(offered)).toEqual(['a']);
    expect(sut.offered(tools, PLACE)).toBe(offered);
    expect(sut.offered(tools, { model: 'other' })).toBe(offered);
    expect(sut.problemOf(tools[1]!, PLACE)).toEqual({ detail: 'its arguments are not an object' });
  });

  it('are from a refusal on without that tool, for that model at that address', () => {
    const tools = [tool('a'), tool('b')];
    const before = sut.version;
    sut.noteRefusal(sut.offered(tools, PLACE)[1]!, PLACE);
    expect(sut.version).not.toBe(before);
    const offered = sut.offered(tools, PLACE);
    expect(names(offered)).toEqual(['a']);
    expect(sut.offered(tools, { ...PLACE, baseUrl: 'https://vendor.example' })).toBe(offered);
    expect(names(sut.offered(tools, { model: 'other' }))).toEqual(['a', 'b']);
    expect(sut.problemOf(tools[1]!, PLACE)).toMatchObject({ since: expect.any(Number) as number });
  });

  it('have a tool again once its definition has changed', () => {
    const tools = [tool('a')];
    sut.noteRefusal(sut.offered(tools, PLACE)[0]!, PLACE);
    expect(sut.offered(tools, PLACE)).toEqual([]);
    const changed = [tool('a', { properties: { city: { type: 'string' } } })];
    expect(names(sut.offered(changed, PLACE))).toEqual(['a']);
    expect(sut.problemOf(changed[0]!, PLACE)).toBeUndefined();
  });
});
