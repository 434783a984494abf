import { ApiParam } from '@nestjs/swagger';
import { GatehouseError, IdPipe } from '../../common/index.js';

const NAME = /^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/;

/** Refuses a part of a path that no MCP server may be named. */
export class ServerNamePipe extends IdPipe {
  override transform(name: string): string {
    if (NAME.test(name)) return name;
    throw GatehouseError.invalidField('name', 'must be the name of a server');
  }
}

/** Documents the name of a server in a path. */
export const ApiServerName = () =>
  ApiParam({
    name: 'name',
    description: 'The name of the server in `mcp.servers`.',
    schema: { type: 'string', pattern: NAME.source },
    example: 'files',
  });
