export { chunkText, trimLines } from './chunking/chunk-text.js';
export { Deliveries } from './deliveries.service.js';
export { DeliveryEnds } from './delivery-ends.service.js';
export { DeliveryModule } from './delivery.module.js';
export { type Delivery, DELIVERY_STATES, type DeliveryState, type OurMessage } from './delivery.js';
export { OutboundFile } from './outbound-file.js';
export { Outbox } from './outbox.service.js';
export { SentSignals } from './sent-signals.js';
export { endsInFence, FenceWatch } from './chunking/fences.js';
