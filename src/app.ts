import { LazyModuleLoader, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PinoLogger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import { scopeWith } from './app.sections.js';
import { errorText } from './common/index.js';
import {
  ConfigInvalidError,
  type Environment,
  GATEWAY,
  type GatehouseConfig,
  loadConfigIn,
  LOGGING,
} from './config/index.js';
import type { Plugins } from './plugins/index.js';
import {
  certificateFiles,
  firstCertificate,
  EdgeAdapter,
  type Log,
  openLog,
  prepareEdge,
  serveApiDocs,
} from './server/index.js';

interface AppParts {
  readonly plugins: Plugins;
  readonly log: Log;
}

interface ReadyApp {
  readonly app: NestExpressApplication;
  readonly config: GatehouseConfig;
}

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
    new EdgeAdapter(),
    {
      logger: log.logger,
      ...(files && { httpsOptions: firstCertificate(files) }),
      bodyParser: false,
      abortOnError: false,
    },
  );
  config.onChange(() => {
    PinoLogger.root.level = config.get(LOGGING).level;
  });
  prepareEdge(app, config);
  serveApiDocs(app);
  return app;
}

/**
 * The application with the modules of its plugins, initialised and not listening. A plugin whose module cannot be made
 * or initialised is marked as broken, and the application is there without it.
 * @throws what the application cannot start for by itself
 */
export async function appWithPlugins(config: GatehouseConfig, parts: AppParts): Promise<ReadyApp> {
  const { plugins, log } = parts;
  const hasAny = plugins.loaded.length > 0;
  try {
    return await initialised(config, parts);
  } catch (error) {
    // A plugin that reports bad settings is not at fault: a person has to mend them.
    if (!hasAny || error instanceof ConfigInvalidError) throw error;
  }
  const { environment } = config;
  const kept = await pluginsThatStart(environment, parts);
  return initialised(loadConfigIn(scopeWith(kept, environment)), { plugins: kept, log });
}

async function initialised(config: GatehouseConfig, { plugins, log }: AppParts): Promise<ReadyApp> {
  const app = await createApp(config, log, plugins);
  try {
    await addModules(app, plugins);
    await app.init();
    return { app, config };
  } catch (error) {
    await app.close().catch(() => undefined);
    throw error;
  }
}

/** Before the application is initialised, so that their routes are served and their hooks called as all others. */
async function addModules(app: NestExpressApplication, plugins: Plugins): Promise<void> {
  const loader = app.get(LazyModuleLoader);
  for (const each of plugins.loaded) {
    try {
      await loader.load(() => each.plugin.module);
    } catch (error) {
      plugins.markBroken(each, `its module cannot be made: ${errorText(error)}`);
    }
  }
}

/** Tries them one after the other: which of them keeps the application from starting, it does not say. */
async function pluginsThatStart(environment: Environment, { plugins, log }: AppParts): Promise<Plugins> {
  let kept = plugins.loaded.reduce((rest, each) => rest.without(each, ''), plugins);
  for (const each of plugins.loaded) {
    const tried = kept.with(each);
    try {
      const { app } = await initialised(loadConfigIn(scopeWith(tried, environment)), {
        plugins: tried,
        log,
      });
      await app.close();
      kept = tried;
    } catch (error) {
      kept = kept.without(each, `the gateway does not start with it: ${errorText(error)}`);
    }
  }
  return kept;
}
