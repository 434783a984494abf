import { lastUserText } from '../../../simulators/index.js';

type ModelRequest = Parameters<typeof lastUserText>[0];

/** The text the model must answer, without the header added by the gateway (ADR 0017). */
export const askedText = (request: ModelRequest): string => {
  const header = /^\[(#\d+ )?(\d{4}-\d\d-\d\d )?\d\d:\d\d[^\]]*\] /.exec(lastUserText(request));
  if (!header) throw new Error('the question has no header');
  return lastUserText(request).slice(header[0].length);
};
