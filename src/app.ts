import { LazyModuleLoader, NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { PinoLogger } from 'nestjs-pino';
import { AppModule } from './app.module.js';
import { scopeWith } from './app.sections.js';
import { ConnectorRegistry } from './channels/index.js';
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
  serveWebhooks,
} from './server/index.js';

interface AppParts {
  readonly plugins: Plugins;
  readonly log: Log;
}

interface ReadyApp {
  readonly app: NestExpressApplication;
  readonly config: GatehouseConfig;
}

/**
 * Creates the application, wired but not listening. The OpenAPI generator and tests use it too; they have no log yet.
 */
export async function createApp(
  config: GatehouseConfig,
  open?: Log,
  plugins?: Plugins,
): Promise<NestExpressApplication> {
  const log = open ?? (await openLog(config.get(LOGGING)));
  const files = certificateFiles(config.get(GATEWAY).tls);
  const adapter = new EdgeAdapter();
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(config, log, plugins),
    adapter,
    {
      logger: log.logger,
      ...(files && { httpsOptions: firstCertificate(files) }),
      bodyParser: false,
      abortOnError: false,
    },
  );
  config.onChange(() => {
    const { level, keepLines } = config.get(LOGGING);
    PinoLogger.root.level = level;
    log.kept.limitTo(keepLines);
  });
  prepareEdge(app, adapter, config);
  serveWebhooks(adapter, config, () => app.get(ConnectorRegistry).webhooks());
  serveApiDocs(app, config);
  return app;
}

/**
 * Creates the application with the modules of its plugins, initialised but not listening. A plugin whose module cannot
 * be created or initialised is marked as broken, and the application starts without it.
 * @throws the error of the start when no plugin causes it
 */
export async function appWithPlugins(config: GatehouseConfig, parts: AppParts): Promise<ReadyApp> {
  const { plugins, log } = parts;
  const hasAny = plugins.loaded.length > 0;
  try {
    return await initialised(config, parts);
  } catch (error) {
    // A plugin that reports bad settings is not broken: a person has to correct the settings.
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

/**
 * Runs before the application is initialised, so that the routes of plugins are served and their lifecycle hooks called
 * like all others.
 */
async function addModules(app: NestExpressApplication, plugins: Plugins): Promise<void> {
  const loader = app.get(LazyModuleLoader);
  for (const each of plugins.loaded) {
    try {
      await loader.load(() => each.plugin.module);
    } catch (error) {
      plugins.markBroken(each, `its module cannot be created: ${errorText(error)}`);
    }
  }
}

/** Tries the plugins one by one, because a failed start does not say which of them caused it. */
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
