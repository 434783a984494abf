const LOGIN = 'https://api.botframework.com';

/**
 * The settings for the platform that `gatehouse simulate workplace` simulates on this machine.
 * @param port of the first of its hosts; the others have the next ones
 */
export function simulatedSettings(port: number): Readonly<Record<string, unknown>> {
  const [login, graph] = [port, port + 2].map((each) => `http://127.0.0.1:${each}`);
  return {
    appId: '5c1f0a7e-2b34-4d8e-9a61-7e0d3c5b8f21',
    appPassword: 'app-password',
    tenantId: 'a9d4e3b2-17c6-4f05-8b3e-60d2f1c7a854',
    mediaAllowHosts: ['127.0.0.1', '127.0.0.2', '127.0.0.3'],
    mediaAuthAllowHosts: ['127.0.0.1', '127.0.0.3'],
    cloud: {
      loginUrl: login,
      openIdMetadataUrl: `${login}/v1/.well-known/openidconfiguration`,
      tokenIssuer: LOGIN,
      oauthScope: LOGIN,
      graphUrl: graph,
      serviceUrlHosts: ['127.0.0.1'],
    },
  };
}
