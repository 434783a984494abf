import { Injectable } from '@nestjs/common';
import { type Check, type Finding, UntrustedForwarding } from '../../common/index.js';
import type { CheckSource } from '../check-source.js';
import { faultFound, ok } from '../faults.js';

/** Proxies in front of the gateway that it does not know of. */
@Injectable()
export class ForwardingCheck implements CheckSource {
  constructor(private readonly untrusted: UntrustedForwarding) {}

  checks(): readonly Check[] {
    return [{ id: 'forwarding', run: async () => [this.finding()] }];
  }

  private finding(): Finding {
    const { peer } = this.untrusted;
    if (peer === undefined) return ok('no request came through a proxy that is not trusted');
    const message = `requests from ${peer} have forwarding headers, and gateway.trustedProxies does not name it`;
    return faultFound('proxy-untrusted', message, {
      facts: { address: peer, list: 'gateway.trustedProxies[]' },
    });
  }
}
