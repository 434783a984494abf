import { Listener } from '../../simulators/common/listener.js';

/** A service of an `http` runtime that fails each turn, and keeps the traces to which its calls belong. */
export class RecordingService {
  private constructor(
    private readonly listener: Listener,
    /** The `traceparent` of each call; undefined without one. */
    readonly traceparents: readonly (string | undefined)[],
  ) {}

  static async start(): Promise<RecordingService> {
    const traceparents: (string | undefined)[] = [];
    const listener = new Listener(
      ({ headers }, response) => {
        const { traceparent } = headers;
        traceparents.push(typeof traceparent === 'string' ? traceparent : undefined);
        response.writeHead(500).end();
      },
      '127.0.0.1',
      0,
    );
    await listener.open();
    return new RecordingService(listener, traceparents);
  }

  get url(): string {
    return `${this.listener.url}/turn`;
  }

  stop(): Promise<void> {
    return this.listener.close();
  }
}
