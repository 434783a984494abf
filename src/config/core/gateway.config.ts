import { IsBoolean, IsInt, IsOptional, Max, Min } from 'class-validator';
import { ConfigProblem } from '../tree/problem.js';
import { section } from '../describe/section.js';
import { Nested, Setting } from '../describe/setting.decorator.js';
import { AreIpsOrCidrs, IsListenHost, IsPublicOrigin, IsReadableFile } from '../describe/validators.js';

export class TlsConfig {
  @Setting({
    doc: 'PEM file with the certificate chain. With it and `keyFile` the gateway serves HTTPS itself.',
  })
  @IsOptional()
  @IsReadableFile()
  readonly certFile?: string;

  @Setting({ doc: 'PEM file with the private key of `certFile`.' })
  @IsOptional()
  @IsReadableFile()
  readonly keyFile?: string;

  problems(): ConfigProblem[] {
    if ((this.certFile === undefined) === (this.keyFile === undefined)) return [];
    const missing = this.certFile === undefined ? 'certFile' : 'keyFile';
    return [new ConfigProblem(missing, 'certFile and keyFile must be set together')];
  }
}

/** The main listener and how others reach it. */
export class GatewayConfig {
  @Setting({ doc: 'TCP port of the main listener; 0 lets the system choose a free one.', restart: true })
  @IsInt()
  @Min(0)
  @Max(65535)
  readonly port: number = 3000;

  @Setting({
    doc: 'Address the main listener binds to. `0.0.0.0` or `::` is every interface.',
    restart: true,
  })
  @IsListenHost()
  readonly host: string = '127.0.0.1';

  @Setting({
    doc: 'The public https origin of the gateway; http on loopback only. Unset = webhooks can be registered with a loopback bridge only.',
    restart: true,
  })
  @IsOptional()
  @IsPublicOrigin()
  readonly publicUrl?: string;

  @Setting({
    doc: 'IP addresses and CIDR blocks of proxies whose forwarding headers are trusted. Empty = none.',
    type: 'string[]',
    restart: true,
  })
  @AreIpsOrCidrs()
  readonly trustedProxies: readonly string[] = [];

  @Setting({ doc: 'Serve the web console at `/console/`.' })
  @IsBoolean()
  readonly console: boolean = true;

  @Nested(() => TlsConfig, { restart: true })
  readonly tls: TlsConfig = new TlsConfig();
}

export const GATEWAY = section('gateway', GatewayConfig);
