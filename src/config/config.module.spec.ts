import { Injectable } from '@nestjs/common';
import { ConfigService } from '@nestjs/config';
import { Test } from '@nestjs/testing';
import { checkConfig, ConfigModule, CORE_SECTIONS, GatehouseConfig, GatewayConfig, MASK } from './index.js';

const REMOTE = {
  type: 'openai-compatible',
  baseUrl: 'https://models.example.org/v1',
  model: 'small',
  apiKey: 'sk-4711',
};

@Injectable()
class Consumer {
  constructor(
    readonly config: GatehouseConfig,
    readonly gateway: GatewayConfig,
    readonly service: ConfigService,
  ) {}
}

describe('ConfigModule', () => {
  it('injects the configuration, its sections and the framework service', async () => {
    const config = checkConfig(
      CORE_SECTIONS,
      { gateway: { port: 4000 }, agents: { list: [{ id: 'main', runtime: REMOTE }] } },
      { stateDir: '/s', configFile: '/c' },
    );
    const moduleRef = await Test.createTestingModule({
      imports: [ConfigModule.forRoot(config)],
      providers: [Consumer],
    }).compile();

    const sut = moduleRef.get(Consumer);

    expect(sut.config).toBe(config);
    expect(sut.gateway.port).toBe(4000);
    expect(sut.service.get('gateway.port')).toBe(4000);
    expect(sut.service.get('PATH')).toBeUndefined();
    expect(JSON.stringify(sut.service.get('agents'))).toContain(MASK);
    expect(JSON.stringify(sut.service.get('agents'))).not.toContain(REMOTE.apiKey);
  });
});
