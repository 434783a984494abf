import { CORE_SECTIONS, loadConfigIn, readEnvironment } from '../config/index.js';
import { Plugins } from './plugins.js';

const AREA = 'GATEHOUSE__CHANNELS__WORKCHAT';

/** The notices about a workplace chat whose plugin is not installed, under this environment. */
function told(variables: NodeJS.ProcessEnv): readonly (string | undefined)[] {
  const plugins = new Plugins();
  const environment = readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent/gatehouse', ...variables });
  const config = loadConfigIn({
    sections: CORE_SECTIONS,
    environment,
    rules: [],
    unchecked: plugins.unchecked,
  });
  return plugins.states(config).map(({ state, problem }) => `${state}: ${problem ?? ''}`);
}

describe('a plugin that is not there', () => {
  it.each([
    [`${AREA}__APP_ID`, 'x'],
    [`${AREA}__WEBHOOK__PORT`, '4000'],
    [AREA, '{ appId: "x" }'],
  ])('is missed by the variable %s, which is named as one without effect', (name, text) => {
    const [problem, ...more] = told({ [name]: text });
    expect(more).toEqual([]);
    expect(problem).toContain('missing: channels.workchat needs a plugin that is not installed');
    expect(problem).toContain(`without effect: ${name})`);
  });

  it('is reported missing when its credentials are set, and only then', () => {
    expect(told({ WORKCHAT_APP_ID: 'x' })).toEqual([expect.stringMatching(/plugins install \S+workchat$/)]);
    expect(told({})).toEqual([]);
    expect(told({ [`${AREA}__APP_ID`]: 'x', [`${AREA}__ENABLED`]: 'false' })).toEqual([]);
  });

  it('does not hide a variable that names no channel', () => {
    expect(() => told({ [`${AREA}S__APP_ID`]: 'x' })).toThrow(AREA);
  });
});
