import { DEFAULT_ACCOUNT, type InboundMessage, type InboundNotice } from '../../src/channels/index.js';
import { type Conversion, convert, type ConvertContext } from '../../src/imbridge/inbound/convert.js';
import { readMessage } from '../../src/imbridge/service/messages/message.js';
import { EXAMPLES, type ExampleId } from '../../simulators/index.js';

const context: ConvertContext = {
  account: DEFAULT_ACCOUNT,
  isOwnAddress: (id): boolean => id === 'me@example.com',
  addressOf: (handle) => ({ 31: 'Eve.Lindqvist@example.net', 40: 'me@example.com' })[handle],
  now: 5,
  isLate: false,
  isEdit: false,
  isWhole: false,
};

export const read = (data: unknown, more: Partial<ConvertContext> = {}): Conversion | undefined => {
  const row = readMessage(data);
  return row && convert(row, { ...context, ...more });
};
export const example = (id: ExampleId, index = 0) => EXAMPLES[id][index]!.data as Record<string, unknown>;
export const withFields = (fields: Record<string, unknown>) => read({ ...example('E1'), ...fields });
export const messageOf = (data: unknown): InboundMessage => {
  const conversion = read(data);
  if (conversion?.kind !== 'event' || conversion.event.kind !== 'message')
    throw new Error(`not a message: ${JSON.stringify(conversion)}`);
  return conversion.event;
};
export const noticeOf = (data: unknown, more: Partial<ConvertContext> = {}): InboundNotice => {
  const conversion = read(data, more);
  if (conversion?.kind !== 'event' || conversion.event.kind !== 'notice')
    throw new Error(`not a notice: ${JSON.stringify(conversion)}`);
  return conversion.event;
};
export const TARGET = 'B1F4A2C0-6D3E-4E1B-9A77-0C5D11E0A001';
export const CHATS = [{ guid: 'iMessage;-;+12025550143' }];
