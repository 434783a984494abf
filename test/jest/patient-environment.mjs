import NodeEnvironment from 'jest-environment-node';
import './code-cache.mjs';

/**
 * Node, with the time limits of all tests and hooks extended for a slow machine (slowness.ts), also those that a test
 * gives as a number.
 */
export default class PatientEnvironment extends NodeEnvironment {
  constructor(config, context) {
    super(config, context);
    const { slowness = process.env.GATEHOUSE_TEST_SLOWNESS } = config.projectConfig.testEnvironmentOptions;
    this.slowness = Number(slowness);
  }

  /** Once per file, when its tests are declared and none has run. */
  handleTestEvent(event, state) {
    if (event.name !== 'run_start') return;
    state.testTimeout *= this.slowness;
    this.extend(state.rootDescribeBlock);
  }

  extend({ hooks, children }) {
    for (const each of [...hooks, ...children]) {
      if (each.type === 'describeBlock') this.extend(each);
      else if (each.timeout) each.timeout *= this.slowness;
    }
  }
}
