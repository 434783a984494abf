export { CertificateWatch, certificateFiles, firstCertificate } from './certificate.js';
export { prepareEdge } from './edge.js';
export { EdgeAdapter } from './edge-adapter.js';
export { ListenerEnd } from './listener-end.js';
export { type Log, logFailure, openLog } from './log/log.js';
export { adminDocument, dataApiDocument } from './openapi/contracts.js';
export { serveApiDocs } from './openapi/openapi.js';
export { serveWebhooks } from './webhooks.js';
