import { jest } from '@jest/globals';
import type { Dispatcher } from 'undici';
import { ResponseStream } from './response-stream.js';

const BLOCK = Buffer.alloc(64 * 1024);

describe('ResponseStream', () => {
  let connection: jest.Mocked<Pick<Dispatcher.DispatchController, 'pause' | 'resume' | 'abort'>>;
  let controller: Dispatcher.DispatchController;
  let sut: ResponseStream;

  beforeEach(() => {
    connection = { pause: jest.fn(), resume: jest.fn(), abort: jest.fn() };
    controller = connection as unknown as Dispatcher.DispatchController;
    sut = new ResponseStream({ noun: 'the model', maxBytes: 1e9 }, new AbortController().signal);
    sut.onRequestStart(controller);
  });

  const arrive = (blocks: number) => {
    for (let n = 0; n < blocks; n++) sut.onResponseData(controller, BLOCK);
  };

  it('takes its head from the final response, not from interim ones', async () => {
    sut.onResponseStart(controller, 103, { link: '</style.css>' });
    sut.onResponseStart(controller, 200, { 'content-type': 'text/event-stream' });
    expect(await sut.head()).toEqual({ status: 200, headers: { 'content-type': 'text/event-stream' } });
  });

  it('pauses a connection while its bytes are not read', async () => {
    arrive(4);
    expect(connection.pause).not.toHaveBeenCalled();
    arrive(1);
    expect(connection.pause).toHaveBeenCalledTimes(1);
    expect(connection.resume).not.toHaveBeenCalled();
    expect(await sut.read()).toHaveLength(5 * BLOCK.length);
    expect(connection.resume).toHaveBeenCalledTimes(1);
  });

  it('does not pause a connection that is read in time', async () => {
    for (let round = 0; round < 4; round++) {
      arrive(4);
      expect(await sut.read()).toHaveLength(4 * BLOCK.length);
    }
    expect(connection.pause).not.toHaveBeenCalled();
  });

  it('is cut off when it continues for long after its reader has left, and not before', () => {
    sut.onResponseStart(controller, 200, {});
    arrive(5);
    sut.leave();
    arrive(1);
    expect(connection.abort).not.toHaveBeenCalled();
    arrive(1);
    expect(connection.abort).toHaveBeenCalledTimes(1);
  });
});
