import { movedPaths } from './restore-backup.js';

describe('the configuration of a gateway that is restored at another place', () => {
  it.each([
    ['its own files', '{ a: "/srv/gate/key", b: \'/srv/gate/x/y\' }', '{ a: "/new/key", b: \'/new/x/y\' }'],
    [
      'a file beside it, whose name begins alike',
      '{ a: "/srv/gate-certs/key" }',
      '{ a: "/srv/gate-certs/key" }',
    ],
    [
      'a file elsewhere, below a folder of that name',
      '{ a: "/mnt/srv/gate/key" }',
      '{ a: "/mnt/srv/gate/key" }',
    ],
    ['words that name it', '{ a: "see /srv/gate/key" }', '{ a: "see /srv/gate/key" }'],
  ])('names %s', (_, before, after) => {
    expect(movedPaths(before, '/srv/gate', '/new')).toBe(after);
  });

  it('names its files also where a path has to be escaped', () => {
    expect(movedPaths('{ a: "/a\\"b/key" }', '/a"b', '/c"d')).toBe('{ a: "/c\\"d/key" }');
  });
});
