// The reference for the workplace chat: botbuilder's own echo bot, `adapter.process` under bare Express 5. With
// `silent` it verifies and runs the turn without an answer.
import { CloudAdapter, ConfigurationBotFrameworkAuthentication } from 'botbuilder';
import express from 'express';

const [cloudText, mode] = process.argv.slice(2);
const { appId, tenantId, loginUrl, openIdMetadataUrl, tokenIssuer, oauthScope } = JSON.parse(cloudText);
const options = {
  MicrosoftAppType: 'SingleTenant',
  MicrosoftAppId: appId,
  MicrosoftAppTenantId: tenantId,
  ToChannelFromBotLoginUrl: `${loginUrl}/${tenantId}`,
  ToChannelFromBotOAuthScope: oauthScope,
  ToBotFromChannelTokenIssuer: tokenIssuer,
  OAuthUrl: oauthScope,
  ToBotFromChannelOpenIdMetadataUrl: openIdMetadataUrl,
  ToBotFromEmulatorOpenIdMetadataUrl: openIdMetadataUrl,
  CallerId: 'urn:botframework:azure',
  ValidateAuthority: true,
};
// The library's own token source does not support a login service on loopback; here a send needs no token.
const credentials = {
  isValidAppId: async (id) => id === appId,
  isAuthenticationDisabled: async () => false,
  createCredentials: async () => ({ signRequest: async (request) => request }),
};
const adapter = new CloudAdapter(new ConfigurationBotFrameworkAuthentication(options, credentials));
adapter.onTurnError = (_, error) => Promise.reject(error);

const app = express();
app.disable('x-powered-by');
app.use(express.json({ limit: '1mb' }));
app.post('/api/messages', (request, response) =>
  adapter.process(request, response, async (context) => {
    if (mode !== 'silent') await context.sendActivity(`echo: ${context.activity.text}`);
  }),
);
const server = app.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${server.address().port}/api/messages`),
);
process.once('SIGTERM', () => process.exit(0));
