/** A configuration that uses every documented key of the peer, in its spelling of the releases 1.29 to 9.6. */
export const FULL_CONFIG = `{
  // A comment, as people leave them.
  meta: { lastTouchedVersion: "2026.4.29" },
  $include: "./extra.json5",
  env: { shellEnv: { enabled: true }, vars: { MODEL_HOST: "models.example.org", IDLE: "1" }, TENANT: "11111111-2222-4333-8444-555555555555" },
  agents: {
    defaults: {
      model: { primary: "fast", fallbacks: ["anthropic/claude-sonnet-4-5", "codex-cli/gpt-5"] },
      models: { "local/qwen3:8b": { alias: "fast" } },
      workspace: "./elsewhere",
    },
    list: [
      { id: "main", default: true, name: "Molly", identity: { name: "Molly (home)", emoji: "🦊" }, tools: { allow: ["exec"] } },
      { id: "Work_Desk", model: "openai/gpt-5.2", groupChat: { mentionPatterns: ["@desk", "(a+)+$"] } },
    ],
  },
  bindings: [
    { agentId: "Work_Desk", match: { channel: "msteams", teamId: "19:team@thread.tacv2" } },
    { agentId: "Work_Desk", match: { channel: "bluebubbles", accountId: "*", peer: { kind: "dm", id: "+12025550123" } } },
    { agentId: "Work_Desk", match: { channel: "bluebubbles", peer: { kind: "group", id: "chat_guid:iMessage;+;chat812345678" } } },
    { agentId: "Work_Desk", match: { channel: "telegram" } },
    { agentId: "main", type: "acp", match: { channel: "msteams" } },
  ],
  models: {
    mode: "merge",
    providers: {
      local: { baseUrl: "http://\${MODEL_HOST}:8000/v1", apiKey: { source: "file", provider: "keys", id: "/models/local" }, api: "openai-completions", headers: { "x-team": "blue-header-secret" } },
    },
  },
  auth: { order: { openai: ["openai:work"] }, profiles: { "openai:work": { mode: "api_key", provider: "openai" } } },
  secrets: { providers: { keys: { source: "file", path: "secrets.json", mode: "json" }, vault: { source: "exec", command: "/bin/false" } }, defaults: { file: "keys" } },
  accessGroups: { family: { members: { bluebubbles: ["+12025550171", "bea@example.org"], msteams: [] } } },
  messages: { responsePrefix: "[Molly]", groupChat: { historyLimit: 12 } },
  session: { mainKey: "home", dmScope: "per-channel-peer", identityLinks: { ana: ["bluebubbles:+12025550123"] } },
  commands: { config: true, ownerAllowFrom: ["+12025550123"] },
  tools: { profile: "coding", allow: ["exec"], deny: ["browser"], alsoAllow: ["web"] },
  gateway: {
    port: 18789, bind: "lan", auth: { mode: "token", token: "gateway-token-of-the-peer" },
    trustedProxies: ["10.0.0.0/8"], publicOrigin: "https://molly.example.org",
    tls: { enabled: true, certPath: "/nowhere/cert.pem", keyPath: "/nowhere/key.pem" },
  },
  channels: {
    defaults: { groupPolicy: "allowlist" },
    telegram: { botToken: "telegram-token-of-the-peer" },
    imessage: { allowFrom: ["+12025550199"], groups: { "7": {} } },
    bluebubbles: {
      name: "Mac", enabled: true, serverUrl: "http://192.168.1.20:1234", password: "\${BB_PASSWORD}",
      webhookPath: "/bluebubbles-webhook", dmPolicy: "pairing",
      allowFrom: ["bluebubbles:+12025550123", 12025550124, "accessGroup:family", "Ana@Example.org", "chat_id:7"],
      groupAllowFrom: [], groupPolicy: "allowlist", historyLimit: 20, dmHistoryLimit: 30, textChunkLimit: 3000,
      chunkMode: "newline", mediaMaxMb: 16, sendReadReceipts: false, blockStreaming: true,
      actions: { reactions: true, edit: false, unsend: true, reply: true, sendWithEffect: true, renameGroup: false,
        setGroupIcon: true, addParticipant: true, removeParticipant: false, leaveGroup: true, sendAttachment: true },
      groups: {
        "*": { requireMention: true, tools: { deny: ["exec"] } },
        "iMessage;+;chat812345678": { requireMention: false, systemPrompt: "Be short." },
        "42": { requireMention: false },
      },
      markdown: { tables: "code" }, mediaLocalRoots: ["/srv/media"], defaultAccount: "home",
      catchup: { enabled: true, maxAgeMinutes: 30 }, sendTimeoutMs: 30000,
      network: { dangerouslyAllowPrivateNetwork: true }, enrichGroupParticipantsFromContacts: true,
      replyContextApiFallback: false, coalesceSameSenderDms: true, somethingNew: { deep: [1, { er: null }] },
      accounts: {
        Home: {},
        second: { serverUrl: "http://192.168.1.21:1234", password: "second-bridge-password", dmPolicy: "open",
          allowFrom: ["+12025550130"], actions: { reactions: false }, groups: { "*": {} } },
      },
    },
    msteams: {
      enabled: true, appId: "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee", appPassword: { source: "env", id: "TEAMS_SECRET" },
      tenantId: "\${TENANT}", webhook: { port: 3979, path: "/api/teams" }, dmPolicy: "pairing",
      allowFrom: ["msteams:user:5F0C0000-0000-4000-8000-000000000001", "29:known", "Irene Paz"],
      groupPolicy: "allowlist", groupAllowFrom: ["5f0c0000-0000-4000-8000-000000000002"], requireMention: true,
      replyStyle: "top-level",
      teams: { "19:team@thread.tacv2": { requireMention: false, replyStyle: "thread", tools: { deny: ["x"] },
        toolsBySender: { "id:5f0c": { deny: ["y"] } }, channels: { General: { requireMention: true }, "19:ab@thread.tacv2": {} } } },
      textChunkLimit: 2000, streaming: { chunkMode: "newline", mode: "partial" },
      mediaAllowHosts: ["files.example.org"], mediaAuthAllowHosts: ["graph.microsoft.com"], mediaMaxMb: 40,
      sharePointSiteId: "contoso.sharepoint.com,00000000-0000-4000-8000-000000000001,00000000-0000-4000-8000-000000000002",
      historyLimit: 5, dmHistoryLimit: 6, dms: { "5f0c0000-0000-4000-8000-000000000001": { historyLimit: 7 } },
      configWrites: false, dangerouslyAllowNameMatching: true, cloud: "USGovDoD", serviceUrl: "https://smba.trafficmanager.net/teams",
      authType: "secret", certificatePath: "/nowhere/app.pem", useManagedIdentity: false, sso: { enabled: false },
      delegatedAuth: { enabled: false }, responsePrefix: "[T]", defaultTo: "19:ab@thread.tacv2", contextVisibility: "all",
    },
  },
  "weird key.[0]": { "__proto__": { polluted: true }, constructor: 1, list: [] },
}`;

/** Included by it. */
export const EXTRA = `{ logging: { level: "debug" }, skills: { enabled: ["weather"] } }`;

/** The oldest spelling (1.24): no channel below \`channels\` for Teams, agents below \`routing\`. */
export const JANUARY_CONFIG = `{
  meta: { lastTouchedVersion: "2026.1.24" },
  agent: { model: "groq/llama-3.3-70b", workspace: "~/nowhere" },
  identity: { name: "Molly", emoji: "🦊" },
  routing: {
    agents: { main: { name: "Molly" }, desk: { model: "google/gemini-2.5-flash", systemPromptOverride: "You are the desk." } },
    defaultAgentId: "desk",
    bindings: [{ agentId: "main", match: { provider: "bluebubbles" } }],
    groupChat: { mentionPatterns: ["@molly"], historyLimit: 9 },
  },
  msteams: { enabled: true, appId: "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee", allowFrom: [], groupAllowFrom: [],
    teams: { Ops: {} }, cloud: "USGov", authType: "federated" },
  channels: { bluebubbles: { serverUrl: "http://192.168.1.20:1234", password: "$BB_PASSWORD", dmPolicy: "open", allowFrom: [] } },
}`;
