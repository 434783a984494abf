import { Injectable } from '@nestjs/common';
import { OutboundFile } from '../../delivery/index.js';
import { canonicalJson } from '../../mcp/index.js';
import { MediaStore } from '../../media/index.js';
import { type MessageOrder, OrderFiles, type WaitingCall } from '../../conversations/index.js';
import type { ToolRefusal } from './message-actions.js';

/** An order as JSON: its file is named by its digest. */
interface StoredOrder extends Omit<MessageOrder, 'file'> {
  readonly file?: { readonly sha256: string; readonly name: string };
}

/** Writes orders of the `message` tool as calls that wait for an approval, and reads them again. */
@Injectable()
export class StoredOrders {
  constructor(
    private readonly media: MediaStore,
    private readonly files: OrderFiles,
  ) {}

  callOf(order: MessageOrder): WaitingCall {
    const input = canonicalJson(order);
    return { provider: MESSAGE, tool: order.action, modelName: MESSAGE, origin: '', definition: '', input };
  }

  /** The order, with its file; the problem when that is no longer kept. */
  async orderIn({ input }: WaitingCall): Promise<MessageOrder | ToolRefusal> {
    const { file, ...order } = JSON.parse(input) as StoredOrder;
    if (!file) return order;
    const media = await this.media.open(file.sha256);
    const found = media && this.files.kept(media, file.name);
    return found instanceof OutboundFile ? { ...order, file: found } : GONE;
  }
}

const MESSAGE = 'message';
const GONE: ToolRefusal = { error: 'its file is no longer kept' };
