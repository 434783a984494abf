export { chunksFor, trimLines } from './chunking/chunk-text.js';
export { Deliveries, type SentLine, type SentPart } from './deliveries.repository.js';
export { DeliveryEnds } from './delivery-ends.service.js';
export { DeliveryModule } from './delivery.module.js';
export {
  type Delivery,
  DELIVERY_STATES,
  type DeliveryState,
  type MessageScope,
  type OurMessage,
} from './records/delivery.js';
export { DELIVERY_ENDS, FILE_ANSWERS } from './records/delivery-reasons.js';
export { FileOffers } from './file-offers.service.js';
export { OurMessages } from './our-messages/our-messages.service.js';
export { OutboundFile } from './files/outbound-file.js';
export { Receipts } from './receipts/receipts.service.js';
export { Outbox } from './outbox.service.js';
export { SentSignals } from './attempts/attempt-sender.js';
export { endsInFence } from './chunking/fences.js';
