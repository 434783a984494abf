import { bridgeSetup } from '../../testing/setup.js';

const t = bridgeSetup({ password: 'right & proper' });
beforeEach(t.start);
afterEach(t.stop);
const right = encodeURIComponent('right & proper');

describe('authentication (imbridge-wire 1.1)', () => {
  it.each([
    ['guid', `guid=${right}`],
    ['password', `password=${right}`],
    ['token', `token=${right}`],
    ['guid before password', `password=wrong&guid=${right}`],
    ['password before token', `token=wrong&password=${right}`],
    ['surrounding blanks', `password=%20${right}%20`],
  ])('accepts %s', async (_name, query) => {
    expect((await t.api('GET /ping', undefined, query)).json).toEqual({
      status: 200,
      message: 'Ping received!',
      data: 'pong',
    });
  });

  it.each([
    ['nothing', '', 'Missing server password!'],
    ['a wrong password', 'password=wrong', 'Unauthorized'],
    ['a wrong guid that hides the right password', `guid=wrong&password=${right}`, 'Unauthorized'],
    ['an empty guid that hides the right password', `guid=&password=${right}`, 'Missing server password!'],
    ['another spelling', `Password=${right}`, 'Missing server password!'],
  ])('refuses %s', async (_name, query, text) => {
    expect((await t.api('GET /ping', undefined, query)).json).toEqual({
      status: 401,
      message: 'You are not authorized to access this resource',
      error: { type: 'Authentication Error', message: text },
    });
  });

  it('refuses the password in an Authorization header', async () => {
    const response = await fetch(`${t.sut.url}/api/v1/ping`, { headers: { authorization: right } });
    expect(response.status).toBe(401);
  });

  it('answers a repeated parameter with the unhandled 500', async () => {
    const answer = await t.api('GET /ping', undefined, `password=${right}&password=${right}`);
    expect(answer.json).toMatchObject({ status: 500, error: { type: 'Server Error' } });
  });
});

describe('requests outside the envelope (imbridge-wire 1.3)', () => {
  it('answers an unknown route with plain text before any authentication', async () => {
    const answer = await t.api('GET /nowhere', undefined, '');
    expect([answer.status, answer.text]).toEqual([404, 'Not Found']);
    expect(answer.headers.get('content-type')).toContain('text/plain');
  });

  it('answers a wrong method with 405 and an exotic one with 501', async () => {
    expect((await t.api('DELETE /ping')).status).toBe(405);
    expect((await t.api('PROPFIND /ping')).status).toBe(501);
  });

  it('answers malformed JSON with the unhandled 500', async () => {
    const response = await fetch(`${t.sut.url}/api/v1/message/text?password=${right}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"chatGuid":',
    });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      status: 500,
      message: 'An unhandled error has occurred!',
      error: { type: 'Server Error' },
    });
  });

  it('indents with ?pretty and is open to all origins', async () => {
    const answer = await t.api('GET /ping?pretty');
    expect(answer.text).toContain('\n  "status": 200');
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  });
});

it('the call log has no query and no body of a webhook registration', async () => {
  await t.subscribe();
  await t.api('POST /message/query', { limit: 1 });
  expect(t.sut.requests).toMatchObject([
    { method: 'POST', path: '/api/v1/webhook', status: 200 },
    { method: 'POST', path: '/api/v1/message/query', body: { limit: 1 }, status: 200 },
  ]);
  expect(JSON.stringify(t.sut.requests)).not.toMatch(/proper|127\.0\.0\.1/);
});
