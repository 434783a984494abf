// The libraries that a program of a Linux archive needs from the machine.
import { readFileSync } from 'node:fs';

/** Those of glibc and of its C++ compiler: every distribution with glibc has them, also without a package more. */
const COMMON = /^(?:lib(?:c|dl|gcc_s|m|pthread|stdc\+\+)|ld-linux-[\w-]+)\.so\.\d+$/;
const [LOAD, DYNAMIC] = [1, 2];
const [NEEDED, STRINGS] = [1n, 5n];

/** @throws Error for a program that does not start on a bare machine */
export function requireCommonLibraries(file) {
  const others = librariesOf(readFileSync(file)).filter((name) => !COMMON.test(name));
  if (others.length > 0)
    throw new Error(`${file} needs ${others.join(', ')}, which a bare Linux does not have`);
}

/**
 * @param program its bytes: 64-bit ELF, little-endian, as on x64 and arm64
 * @returns names of the shared libraries without which it does not start
 */
export function librariesOf(program) {
  if (program.readUInt32BE(0) !== 0x7f454c46) throw new Error('not an ELF program');
  const number = (at) => Number(program.readBigUInt64LE(at));
  const segments = Array.from({ length: program.readUInt16LE(0x38) }, (_, index) => {
    const at = number(0x20) + index * program.readUInt16LE(0x36);
    return {
      type: program.readUInt32LE(at),
      offset: number(at + 8),
      address: number(at + 16),
      size: number(at + 32),
    };
  });
  const dynamic = segments.find(({ type }) => type === DYNAMIC);
  if (dynamic === undefined) return [];
  const entries = Array.from({ length: dynamic.size / 16 }, (_, index) => {
    const at = dynamic.offset + index * 16;
    return { tag: program.readBigUInt64LE(at), value: number(at + 8) };
  });
  const table = entries.find(({ tag }) => tag === STRINGS).value;
  const { offset, address } = segments.find(
    (each) => each.type === LOAD && each.address <= table && table < each.address + each.size,
  );
  const textAt = (start) => program.toString('latin1', start, program.indexOf(0, start));
  return entries
    .filter(({ tag }) => tag === NEEDED)
    .map(({ value }) => textAt(table - address + offset + value));
}
