import { cliWorld } from '../../test/support/cli-world.js';

const { gateway, shell } = cliWorld();
const well = { setting: null, remedy: null, fixable: false, repair: null };
const disk = { id: 'disk', state: 'ok', message: '900 MB are free', ...well };
const webhook = {
  id: 'imbridge.webhook',
  state: 'failed',
  message: 'the bridge has no webhook of ours \u001b[31m',
  setting: 'gateway.publicUrl',
  remedy: '`gatehouse doctor --fix`',
  fixable: true,
  repair: 'register the webhook',
};

describe('doctor', () => {
  it('shows what is wrong first, with setting, remedy and repair, and ends with 1', async () => {
    gateway.answers.set('GET /doctor', [200, { ok: false, checks: [disk, webhook] }]);
    const { code, stdout, stderr } = await shell.run('doctor');
    expect([code, stderr]).toEqual([1, 'gatehouse: 1 check failed\n']);
    expect(stdout.split('\n')).toEqual([
      '✗ imbridge.webhook  the bridge has no webhook of ours \ufffd[31m',
      '                    Setting  gateway.publicUrl',
      '                    Remedy   `gatehouse doctor --fix`',
      '                    --fix    register the webhook',
      '✓ disk              900 MB are free',
      '',
    ]);
  });

  it('ends with 0 when no check failed', async () => {
    gateway.answers.set('GET /doctor?only=disk', [200, { ok: true, checks: [disk] }]);
    const { code, stdout } = await shell.run('doctor', '--only', 'disk', '--json');
    expect([code, JSON.parse(stdout)]).toEqual([0, { ok: true, checks: [disk] }]);
  });

  it('tells which repairs were made with --fix, and what is left', async () => {
    const repairs = [
      { id: 'imbridge.webhook', repair: 'register the webhook', problem: null },
      { id: 'modes', repair: 'set the mode of admin-token to 0600', problem: 'EPERM' },
    ];
    gateway.answers.set('POST /doctor/repairs', [200, { ok: true, checks: [disk], repairs }]);
    const { code, stdout } = await shell.run('doctor', '--fix');
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'Repaired imbridge.webhook: register the webhook',
      'Not repaired modes: set the mode of admin-token to 0600: EPERM',
    ]);
  });

  it('passes on that no check has the name, as wrong usage', async () => {
    const error = {
      code: 'INVALID_REQUEST',
      message: 'The request is not valid.',
      details: 'only must be one of disk',
    };
    gateway.answers.set('GET /doctor?only=x', [400, { error }]);
    expect(await shell.run('doctor', '--only', 'x')).toMatchObject({
      code: 2,
      stderr: /only must be one of disk/,
    });
  });
});
