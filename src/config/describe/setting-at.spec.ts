import { changedPaths, mergePatch, setPath, unsetPath } from '../tree/change.js';
import { CORE_SECTIONS } from '../core/core-sections.js';
import { parsePath } from '../tree/parse-path.js';
import { ConfigProblem } from '../tree/problem.js';
import { parseTyped, settingAt } from './setting-at.js';

const typed = (path: string, text: string): unknown => {
  const setting = settingAt(CORE_SECTIONS, path);
  if (setting instanceof ConfigProblem) throw new Error(setting.message);
  return parseTyped(setting, text);
};

it.each([
  ['gateway.port', '8080', 8080],
  ['dataApi.requireHttps', 'false', false],
  ['session.mainKey', '12', '12'],
  ['session.mainKey', '"12"', '12'],
  ['session.dmScope', 'per-sender', 'per-sender'],
  ['gateway.trustedProxies[]', '10', '10'],
  ['gateway.trustedProxies', '["10.0.0.1"]', ['10.0.0.1']],
  ['agents.list[0].runtime.apiKey', '123', '123'],
  ['agents.list[0].runtime.apiKey', '{ file: "/key" }', { file: '/key' }],
  ['agents.list[]', '{ id: "a" }', { id: 'a' }],
  ['messages.responsePrefix', 'null', null],
])('the value typed for %s is read by its type: %s', (path, text, value) => {
  expect(typed(path, text)).toEqual(value);
});

it.each([
  ['gatway.port', 'gatway', 'did you mean "gateway"?'],
  ['gateway.prot', 'gateway.prot', 'did you mean "port"?'],
  ['agents.list[0].runtime.modl', 'agents.list[0].runtime.modl', 'did you mean "model"?'],
  ['channels.defalts.groupPolicy', 'channels.defalts', 'did you mean "defaults"?'],
  ['', '', 'is not a path'],
  ['gateway.', 'gateway.', 'is not a path'],
  ['gateway["po', 'gateway["po', 'is not a path'],
])('the path %s is refused with the reason', (path, where, message) => {
  expect(settingAt(CORE_SECTIONS, path)).toEqual(
    expect.objectContaining({ path: where, message: expect.stringContaining(message) as string }),
  );
});

it('a path sets and unsets its value', () => {
  const raw = { a: { list: ['x', 'y'] }, n: null };
  expect(setPath('a.list[1]', 'z')(raw)).toEqual({ a: { list: ['x', 'z'] }, n: null });
  expect(setPath('a.list[]', 'z')(raw)).toEqual({ a: { list: ['x', 'y', 'z'] }, n: null });
  expect(setPath('n.b["c.d"]', 1)(raw)).toEqual({ ...raw, n: { b: { 'c.d': 1 } } });
  expect(unsetPath('a.list[0]')(raw)).toEqual({ a: { list: ['y'] }, n: null });
  expect(unsetPath('a.b.c')(raw)).toEqual(raw);
  expect(setPath('a.list', null)(raw)).toEqual({ a: {}, n: null });
  expect(() => setPath('a.list.x', 1)(raw)).toThrow('a.list');
  expect(() => setPath('a[0]', 1)(raw)).toThrow('a');
});

it.each(['a.'.repeat(20_000) + 'b', 'a' + '[0]'.repeat(20_000)])(
  'a path of more than 32 steps is refused',
  (path) => {
    const problem = { path: expect.any(String) as string, message: 'is a path with more than 32 steps' };
    expect(parsePath(path)).toMatchObject(problem);
  },
);

it('a merge patch is applied as RFC 7396 says', () => {
  const before = { a: { b: 1, c: 2 }, d: [1] };
  expect(mergePatch({ a: { b: null, e: { f: null } }, d: [2, 3] })(before)).toEqual({
    a: { c: 2, e: {} },
    d: [2, 3],
  });
  expect(() => mergePatch(JSON.parse('{"a": {"__proto__": 1}}') as object as never)(before)).toThrow();
});

it('changedPaths names the differences, and treats null and absent as equal', () => {
  expect(changedPaths({ a: { b: 1, c: [1] }, n: null }, { a: { b: 2, c: [2] } })).toEqual(['a.b', 'a.c']);
  expect(changedPaths({}, { a: { 'x.y': 1 }, e: {} })).toEqual(['a["x.y"]', 'e']);
});
