import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger, PinoLogger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import { certificateFiles, firstCertificate } from './certificate.js';
import { JsonAdapter } from './common/index.js';
import { GATEWAY, type GatehouseConfig, LOGGING } from './config/index.js';
import { prepareEdge } from './edge.js';
import { applicationLogger } from './logger.module.js';
import { serveApiDocs } from './openapi.js';
import type { Plugins } from './plugins/index.js';

/** The application, wired but not listening; for the OpenAPI generator and tests too. */
export async function createApp(config: GatehouseConfig, plugins?: Plugins): Promise<NestExpressApplication> {
  const files = certificateFiles(config.get(GATEWAY).tls);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(config, plugins),
    new JsonAdapter(),
    {
      ...(files && { httpsOptions: firstCertificate(files) }),
      bodyParser: false,
      bufferLogs: true,
      abortOnError: false,
      forceCloseConnections: true,
    },
  );
  app.useLogger(applicationLogger(app.get(Logger)));
  app.flushLogs();
  config.onChange(() => {
    PinoLogger.root.level = config.get(LOGGING).level;
  });
  prepareEdge(app, config);
  serveApiDocs(app);
  return app;
}
