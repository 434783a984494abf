import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PinoLogger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import {
  certificateFiles,
  firstCertificate,
  JsonAdapter,
  type Log,
  openLog,
  prepareEdge,
  serveApiDocs,
} from './server/index.js';
import { type GatehouseConfig, GATEWAY, LOGGING } from './config/index.js';
import type { Plugins } from './plugins/index.js';

/** The application, wired but not listening; for the OpenAPI generator and tests too, which have no log yet. */
export async function createApp(
  config: GatehouseConfig,
  open?: Log,
  plugins?: Plugins,
): Promise<NestExpressApplication> {
  const log = open ?? (await openLog(config.get(LOGGING)));
  const files = certificateFiles(config.get(GATEWAY).tls);
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(config, log, plugins),
    new JsonAdapter(),
    {
      logger: log.logger,
      ...(files && { httpsOptions: firstCertificate(files) }),
      bodyParser: false,
      abortOnError: false,
      forceCloseConnections: true,
    },
  );
  config.onChange(() => {
    PinoLogger.root.level = config.get(LOGGING).level;
  });
  prepareEdge(app, config);
  serveApiDocs(app);
  return app;
}
