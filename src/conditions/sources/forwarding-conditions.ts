import { Injectable } from '@nestjs/common';
import { type Finding, UntrustedForwarding } from '../../common/index.js';
import { condition, type ConditionSource, type HasConditions, ok } from '../condition.js';

/** Proxies in front of the gateway that it does not know of. */
@Injectable()
export class ForwardingConditions implements HasConditions {
  readonly sources: readonly ConditionSource[] = [
    { check: 'forwarding', codes: ['proxy-untrusted'], cost: 'memory', find: async () => [this.finding()] },
  ];

  constructor(private readonly untrusted: UntrustedForwarding) {}

  private finding(): Finding {
    const { peer } = this.untrusted;
    if (peer === undefined) return ok('no request came through an untrusted proxy');
    const message = `requests from ${peer} have forwarding headers, and gateway.trustedProxies does not name it`;
    return condition('proxy-untrusted', message, {
      facts: { address: peer, list: 'gateway.trustedProxies[]' },
    });
  }
}
