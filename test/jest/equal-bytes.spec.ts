describe('bytes', () => {
  const bytes = () => Buffer.alloc(1_000, 'words');

  it('are equal when each is, wherever they stand', () => {
    expect([{ file: bytes() }]).toEqual([{ file: bytes() }]);
    expect(new Uint8Array([1, 2])).toStrictEqual(new Uint8Array([1, 2]));
  });

  it.each([
    ['another byte at the end', () => Buffer.concat([bytes().subarray(1), Buffer.from('!')])],
    ['a byte more', () => Buffer.concat([bytes(), Buffer.from('!')])],
    ['a list of the same numbers', () => [...bytes()]],
    ['their text', () => bytes().toString()],
  ])('are not equal to %s', (_, other) => {
    expect(bytes()).not.toEqual(other());
    expect({ file: bytes() }).not.toEqual({ file: other() });
  });

  it('of another class are equal for `toEqual` and not for `toStrictEqual`, as Jest has it', () => {
    expect(Buffer.from([1])).toEqual(new Uint8Array([1]));
    expect(Buffer.from([1])).not.toStrictEqual(new Uint8Array([1]));
  });
});
