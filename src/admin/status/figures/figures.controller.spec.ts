import { adminApp, errorOf } from '../../../../test/support/admin-app.js';

const NOTHING = { received: 0, answered: 0, failed: 0, dropped: {}, latencies: {}, tokens: {} };

describe('figures in the admin API', () => {
  const { services, call } = adminApp();

  it('are shown with percentiles, the most frequent reasons first', async () => {
    const sums = {
      received: 9,
      answered: 3,
      failed: 1,
      dropped: { muted: 1, stranger: 4 },
      latencies: { 80: 2, 88: 1 },
      tokens: { main: { input: 70, output: 7 } },
    };
    services.figures.read.mockResolvedValue({
      window: '1h',
      stepMs: 60_000,
      total: sums,
      points: [
        { from: 0, sums: NOTHING },
        { from: 60_000, sums },
      ],
    });
    const { status, body } = await call('GET /figures?window=1h');
    const shown = {
      received: 9,
      answered: 3,
      failed: 1,
      latency_p50_ms: 981,
      latency_p95_ms: 1961,
      dropped: [
        { reason: 'stranger', count: 4 },
        { reason: 'muted', count: 1 },
      ],
      tokens: [{ agent: 'main', input_tokens: 70, output_tokens: 7 }],
    };
    const none = { received: 0, answered: 0, failed: 0, latency_p50_ms: null, latency_p95_ms: null };
    expect([status, body]).toEqual([
      200,
      {
        window: '1h',
        step_seconds: 60,
        total: shown,
        items: [
          { from: '1970-01-01T00:00:00.000Z', ...none, dropped: [], tokens: [] },
          { from: '1970-01-01T00:01:00.000Z', ...shown },
        ],
      },
    ]);
  });

  it('are those of a day where no window is named', async () => {
    services.figures.read.mockResolvedValue({ window: '24h', stepMs: 1, points: [], total: NOTHING });
    await call('GET /figures');
    expect(services.figures.read.mock.calls).toEqual([['24h']]);
  });

  it('are refused for another window, which is named', async () => {
    const { status, body } = await call('GET /figures?window=2h');
    expect([status, errorOf(body)]).toEqual([400, expect.objectContaining({ code: 'INVALID_REQUEST' })]);
    expect(errorOf(body).details).toContain('window');
  });
});
