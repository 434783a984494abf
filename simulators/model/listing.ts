import type { Request, Response } from 'express';
import type { ListingFault } from './faults.js';
import type { ModelCore } from './model-core.js';
import { isRecord } from './wires/refusal.js';
import type { ListedModel, ListingCall, SimulatedWire } from './wires/wire.js';

const PAGE = '<!doctype html><title>Welcome</title><p>It works!';

/** Tells the models, as the vendor does: none to a wrong key, and of an unknown one that it is unknown. */
export function tellModels(
  core: ModelCore,
  { wire, call }: { readonly wire: SimulatedWire; readonly call: ListingCall },
  request: Request,
  response: Response,
): void {
  const { traits } = core;
  const { headers, url, path } = request;
  const fault = core.faults.listing.take(path);
  if (fault) {
    fail(wire, fault, response);
    return;
  }
  const body: unknown = request.body;
  const name = call.nameIn?.(decodeURIComponent(path), isRecord(body) ? body : {});
  const isOpen = traits.listing === 'open' && name === undefined;
  const refusal =
    traits.apiKey !== undefined && !isOpen && wire.keyOf({ headers, url }) !== traits.apiKey
      ? wire.wrongKey(name ?? '')
      : name !== undefined && traits.models?.includes(name) === false
        ? wire.unknownModel(name)
        : undefined;
  if (refusal) response.status(refusal.status).json(wire.errorBody(refusal));
  else response.json(call.write(name === undefined ? allOf(core) : [modelOf(core, name)]));
}

function fail(wire: SimulatedWire, fault: ListingFault, response: Response): void {
  if (fault.kind === 'status') {
    const { status, code, message = `Simulated status ${status}` } = fault;
    response.status(status).json(wire.errorBody({ status, message, ...(code !== undefined && { code }) }));
  } else if (fault.kind === 'redirect') response.redirect(302, fault.to);
  else if (fault.kind === 'page')
    response
      .status(fault.status ?? 200)
      .type('html')
      .send(PAGE);
}

const allOf = (core: ModelCore): ListedModel[] =>
  (core.traits.models ?? [core.traits.model]).map((name) => modelOf(core, name));

function modelOf({ traits }: ModelCore, name: string): ListedModel {
  const { contextWindow, models, description } = traits;
  const { answers = true, takesTools = true, lifecycle = 'active' } = description;
  return { name, contextWindow, answers, takesTools, lifecycle, answersEveryName: models === undefined };
}
