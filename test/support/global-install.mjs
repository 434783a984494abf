import { installProgram, removeProgram } from './installed-program.ts';

/** What e2e tests run: not the program in its repository, where every package is at hand, but one that is installed. */
export default function setup() {
  process.env.GATEHOUSE_TEST_PROGRAM = installProgram();
}

export function teardown() {
  removeProgram(process.env.GATEHOUSE_TEST_PROGRAM);
}
