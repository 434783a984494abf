import type { RequestListener } from 'node:http';
import type { WorkplaceCore } from '../core/core.js';
import { filesRoutes, foreignRoutes, mediaRoutes } from './files.routes.js';
import { directoryRoutes } from './graph/directory.routes.js';
import { messageRoutes } from './graph/message.routes.js';
import { admitGraph } from './graph/permissions.js';
import { siteRoutes } from './graph/site.routes.js';
import { loginRoutes } from './login/login.routes.js';
import { activityRoutes } from './service/activity.routes.js';
import { conversationRoutes } from './service/conversation.routes.js';
import { admitBot } from './service/request-checks.js';
import { memberRoutes } from './service/member.routes.js';
import type { HostName } from '../common/types.js';
import type { Answer } from '../http/answer.js';
import { HttpFailure } from '../http/answer.js';
import type { HostFace } from './host.js';
import { hostListener } from './host.js';
import { graphProblem, refuseGraph, serviceProblem } from '../http/problems.js';

const NOTHING = /^/;
/** Region, followed by the tenant in the newer of the two public forms (workchat-wire 1.1). */
const SERVICE_PREFIX = /^\/[a-z]+(?:\/[0-9a-f-]{36})?(?=\/v3\/)/;
const GRAPH_PREFIX = /^\/(?:v1\.0|beta)(?=\/)/;

/** All hosts of the cloud, one listener each. */
export function allHosts(core: WorkplaceCore): Readonly<Record<HostName, RequestListener>> {
  return {
    login: hostListener(core, plain('login', loginRoutes(core))),
    service: hostListener(core, {
      name: 'service',
      prefix: SERVICE_PREFIX,
      routes: [...activityRoutes(core), ...conversationRoutes(core), ...memberRoutes(core)],
      problem: (status, text) => serviceProblem(status, status === 404 ? 'NotFound' : 'ServiceError', text),
      admit: (call) => admitBot(core, call),
    }),
    graph: hostListener(core, graph(core)),
    files: hostListener(core, {
      ...plain('files', filesRoutes(core)),
      isPublic: () => true,
      // The pre-signed URLs need no token: a call with one fails (5.2).
      admit: async ({ headers }) => {
        if (headers.authorization !== undefined) throw new HttpFailure(graphProblem(401, 'unauthenticated'));
      },
    }),
    media: hostListener(core, {
      ...plain('media', mediaRoutes(core)),
      isPublic: (path) => core.files.file(path.split('/')[2] ?? '')?.needs === 'nothing',
    }),
    foreign: hostListener(core, { ...plain('foreign', foreignRoutes()), isPublic: () => true }),
  };
}

function graph(core: WorkplaceCore): HostFace {
  return {
    name: 'graph',
    prefix: GRAPH_PREFIX,
    routes: [...directoryRoutes(core), ...messageRoutes(core), ...siteRoutes(core)],
    problem: (status, text) => graphProblem(status, status === 404 ? 'BadRequest' : 'generalException', text),
    admit: async (call) => {
      await admitGraph(core, call);
      // An app identity has no drive of its own (workchat-wire 5.1, 3-workchat Authentication 3).
      if (/^\/me(\/|$)/.test(call.path)) {
        throw refuseGraph(400, 'BadRequest', '/me request is only valid with delegated authentication flow.');
      }
    },
  };
}

const plain = (name: HostName, routes: HostFace['routes']): HostFace => ({
  name,
  prefix: NOTHING,
  routes,
  problem: (status, text): Answer => ({ status, text }),
});
