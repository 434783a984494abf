import { CORE_SECTIONS, loadConfig, readEnvironment } from '../index.js';

const ENV = readEnvironment({ GATEHOUSE_STATE_DIR: '/nonexistent/gatehouse' });

describe('defaults', () => {
  it('are pinned', () => {
    const sut = loadConfig(CORE_SECTIONS, ENV);

    expect(sut.masked()).toEqual({
      gateway: { port: 3000, host: '127.0.0.1', trustedProxies: [], console: true, tls: {} },
      agents: {
        list: [
          {
            id: 'main',
            default: false,
            fallbacks: [],
            runtime: { type: 'echo', images: false, files: false, timeoutMs: 60_000 },
            groupChat: {},
            tools: {},
            maxToolSteps: 8,
            contextTokens: 6_000,
            maxConcurrentTurns: 64,
          },
        ],
        bindings: [],
      },
      session: { mainKey: 'main', dmScope: 'main', holdOnOwnMessage: 0 },
      messages: {
        groupChat: { mentionPatterns: [], historyLimit: 50 },
        retryForMs: 120_000,
        apology: 'Sorry, I could not answer that just now.',
        approvalNotice: false,
        loopBreaker: { rounds: 30, windowMinutes: 10, pauseMs: 1_500, breakMinutes: 15 },
      },
      commands: { config: false },
      channels: { defaults: { groupPolicy: 'allowlist' } },
      delivery: { maxAttempts: 8, maxAgeHours: 24, mediaMaxMb: 8 },
      media: { maxTotalMb: 2048, promptImages: 10, promptMaxMb: 20, allowedFolders: [] },
      retention: {
        eventsDays: 30,
        transcriptsDays: 365,
        mediaDays: 30,
        deliveriesDays: 30,
        deadDeliveriesDays: 90,
        pollsDays: 90,
        deadJobsDays: 90,
        auditDays: 365,
        pairingDays: 90,
        dataRequestsDays: 1,
        usageDays: 730,
      },
      backup: { keep: 7 },
      dataApi: {
        requireHttps: true,
        limits: { perMinute: 100, perHour: 5_000, perDay: 100_000 },
        processor: 'profile',
        maxInputBytes: 1_048_576,
        maxWaiting: 100,
      },
      mcp: { servers: {} },
      approvals: { to: [], expireMinutes: 60, maxPending: 5, byRequester: true },
      usage: {
        currency: 'USD',
        timeZone: 'UTC',
        budgets: [],
        overBudget: 'I have reached my limit for now. I can answer again {when}.',
      },
      webhooks: { list: [] },
      alerts: {
        channelDownMinutes: 1,
        unansweredMinutes: 5,
        modelFailingMinutes: 2,
        deadLetters: 1,
        diskFreePercent: 5,
        certificateDays: 21,
        to: [],
      },
      logging: { level: 'info', format: 'auto', keepLines: 10_000 },
    });
  });
});
