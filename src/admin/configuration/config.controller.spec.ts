import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AdminApp, errorOf, startAdminApp } from '../../../test/support/admin-app.js';
import { mcpAddressesAreAllowed } from '../../mcp/index.js';

describe('/admin/v1/config', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-admin-'));
  const file = join(folder, 'gatehouse.json');
  const agent = {
    id: 'a',
    runtime: { type: 'openai-compatible', baseUrl: 'http://m', model: 'm', apiKey: 'sk-1' },
  };
  let sut: AdminApp;

  beforeAll(async () => {
    writeFileSync(file, `// ours\n${JSON.stringify({ agents: { list: [agent] } })}`);
    sut = await startAdminApp({ stateDir: folder, rules: [mcpAddressesAreAllowed] });
  });
  afterAll(async () => {
    await sut.close();
    rmSync(folder, { recursive: true });
  });

  it('shows the configuration in force with its sources, without secrets', async () => {
    const { status, body } = await sut.call('GET /config');
    expect(status).toBe(200);
    expect(body).toMatchObject({ config: { gateway: { port: 3000 } }, sources: { 'agents.list': 'file' } });
    expect(JSON.stringify(body)).not.toContain('sk-1');
  });

  it('takes a merge patch, of either content type, and keeps masked secrets', async () => {
    const { body } = await sut.call('GET /config');
    const { agents } = (body as { config: { agents: object } }).config;
    const patch = { agents, session: { dmScope: 'per-sender' }, gateway: { port: 3001 } };
    const answer = await sut
      .call('PATCH /config')
      .set('Content-Type', 'application/merge-patch+json')
      .send(JSON.stringify(patch));
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ needs_restart: ['gateway.port'], overridden: [] }),
    ]);
    expect(readFileSync(file, 'utf8')).toMatch(/^\/\/ ours\n.*sk-1/s);
    expect(sut.services.audit.record).toHaveBeenCalledWith(
      expect.anything(),
      expect.objectContaining({ id: 'token:owner' }),
      {
        action: 'config.changed',
        subject: 'config',
        details: { changed: expect.stringContaining('session.dmScope') as string },
        change: {
          before: {},
          after: expect.objectContaining({ 'session.dmScope': 'per-sender', 'gateway.port': 3001 }),
        },
      },
    );
    expect((await sut.call('GET /config')).body).toMatchObject({
      config: { session: { dmScope: 'per-sender' }, gateway: { port: 3000 } },
      pending_restart: ['gateway.port'],
    });
    expect((await sut.call('GET /status')).body).toMatchObject({
      configuration: { valid: true, problems: [], pending_restart: ['gateway.port'] },
    });
  });

  it('changes single settings and items of lists', async () => {
    const body = { set: { 'messages.groupChat.mentionPatterns[]': 'bot' }, unset: ['gateway.port'] };
    const answer = await sut.call('PATCH /config', body);
    expect(answer.body).toEqual({
      changed: ['gateway.port', 'messages.groupChat.mentionPatterns'],
      applied: ['gateway.port', 'messages.groupChat.mentionPatterns'],
      needs_restart: [],
      overridden: [],
    });
  });

  it.each([
    [
      { gateway: { port: 'x' }, sesion: {} },
      /gateway\.port must be a number.*sesion unknown|sesion unknown.*gateway\.port/,
    ],
    [{ set: { 'session.dmScope': 'none' } }, /^session\.dmScope must be one of/],
    [{ unset: ['session.dmScop'] }, /^session\.dmScop unknown setting, did you mean "dmScope"/],
    [
      { mcp: { servers: { cloud: { url: 'http://169.254.169.254/' } } } },
      /^mcp\.servers\.cloud\.url must not be the address of a metadata service/,
    ],
    [{ unset: 'session' }, /^unset must be a list/],
    [{ set: [] }, /^set must be an object/],
  ])('refuses %j and leaves the file', async (body, details) => {
    const before = readFileSync(file, 'utf8');
    const answer = await sut.call('PATCH /config', body);
    expect([answer.status, errorOf(answer.body).code]).toEqual([400, 'INVALID_REQUEST']);
    expect(errorOf(answer.body).details).toMatch(details);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('refuses a change when If-Match names a configuration that has changed since', async () => {
    const tag = async () => (await sut.call('GET /config')).headers.etag!;
    const change = async (ifMatch: string, mainKey: string) => {
      const answer = await sut.call('PATCH /config', { session: { mainKey } }).set('If-Match', ifMatch);
      return { status: answer.status, tag: answer.headers.etag!, body: answer.body as unknown };
    };
    const read = await tag();
    const first = await change(`"other", ${read}`, 'a');
    expect(first).toMatchObject({ status: 200, tag: await tag() });
    const late = await change(read, 'b');
    expect([late.status, errorOf(late.body).code]).toEqual([412, 'PRECONDITION_FAILED']);
    // Edited by hand and not applied yet; the setting is a masked secret.
    writeFileSync(file, readFileSync(file, 'utf8').replace('sk-1', 'sk-2'));
    expect((await change(first.tag, 'b')).status).toBe(412);
    expect((await change(`W/${await tag()}`, 'b')).status).toBe(412);
    expect((await change('*', 'b')).status).toBe(200);
    expect(readFileSync(file, 'utf8')).toMatch(/sk-2.*"mainKey": "b"/s);
  });

  it('refuses anything but an object', async () => {
    const answer = await sut.call('PATCH /config', []);
    expect([answer.status, errorOf(answer.body).details]).toEqual([400, 'body must be an object']);
  });

  it('tells the effect of a change without making it', async () => {
    const before = readFileSync(file, 'utf8');
    const check = async (body: object) => (await sut.call('POST /config/check', body)).body as unknown;
    expect(await check({ gateway: { port: 3009 }, messages: { responsePrefix: 'x' } })).toEqual({
      problems: [],
      changed: expect.arrayContaining(['gateway.port', 'messages.responsePrefix']) as string[],
      applied: ['messages.responsePrefix'],
      needs_restart: ['gateway.port'],
      overridden: [],
    });
    expect(await check({ set: { 'session.dmScope': 'none' } })).toMatchObject({
      problems: [{ path: 'session.dmScope', message: expect.stringContaining('must be one of') }],
      changed: [],
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect((await sut.call('GET /config')).body).toMatchObject({ pending_restart: [] });
  });

  it('shows every setting as JSON Schema, with sources', async () => {
    const { body } = await sut.call('GET /config/schema');
    expect(body).toMatchObject({
      schema: { properties: { gateway: { properties: { port: { default: 3000, 'x-restart': true } } } } },
      sources: { 'agents.list': 'file' },
    });
  });
});
