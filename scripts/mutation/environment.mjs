import PatientEnvironment from '../../test/jest/patient-environment.mjs';

/** The sessions of this process that wait for their file, by its path. The runner is loaded from another folder. */
const expected = (globalThis[Symbol.for('gatehouse.mutation.sessions')] ??= new Map());

/** Declares the tests of a file as Jest does, and then leaves their runs to the session. */
export default class SessionEnvironment extends PatientEnvironment {
  constructor(config, context) {
    super(config, context);
    this.session = expected.get(context.testPath);
    this.global.__stryker__ = this.session.mutants;
  }

  async handleTestEvent(event, state) {
    super.handleTestEvent(event, state);
    if (event.name !== 'run_start') return;
    await this.session.serve(state);
    skip(state.rootDescribeBlock);
  }
}

function skip({ children, hooks }) {
  hooks.length = 0;
  for (const each of children) {
    each.mode = 'skip';
    if (each.type === 'describeBlock') skip(each);
  }
}
