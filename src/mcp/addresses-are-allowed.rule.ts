import { ConfigProblem, type ConfigRule, keyPath, MCP } from '../config/index.js';
import { isMetadataService } from '../media/index.js';

/** Settings of a server that this gateway calls. */
const CALLED = ['url', 'issuer'] as const;

/**
 * Refuses a server at a metadata service as soon as it is written, by whatever way. A name tells its addresses only when
 * it is called, and is judged again then.
 */
export const mcpAddressesAreAllowed: ConfigRule = (config) =>
  Object.entries(config.get(MCP).servers).flatMap(([name, server]) =>
    CALLED.flatMap((key) =>
      isMetadataService(URL.parse(server[key] ?? '')?.hostname ?? '')
        ? [new ConfigProblem(`${keyPath('mcp.servers', name)}.${key}`, IS_METADATA)]
        : [],
    ),
  );

const IS_METADATA = 'must not be the address of a metadata service';
