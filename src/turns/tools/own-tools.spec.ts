import { SCHEMA_CHECKS } from '../../../simulators/index.js';
import { adaptedSchema } from '../../assistant/models/tools/adapt-schema.js';
import { WIRES } from '../../assistant/models/wires.js';
import { MESSAGE_ACTIONS } from '../../conversations/outgoing/actions.js';
import { messageSchema } from './message-actions.js';

const FLAGS = [true, false];
const OFFERS = FLAGS.flatMap((hasCards) =>
  FLAGS.flatMap((hasThreads) => FLAGS.map((hasFiles) => ({ hasCards, hasThreads, hasFiles }))),
);
/** The tool with all its actions, with each alone, and with what a conversation may have besides text. */
const SCHEMAS = [MESSAGE_ACTIONS, ...MESSAGE_ACTIONS.map((action) => [action])].flatMap((actions) =>
  OFFERS.map((offer) => messageSchema(actions, offer)),
);

describe('the tool for messages', () => {
  it.each(WIRES)('is taken with every set of its actions by the vendors of $type', ({ type, schemas }) => {
    for (const schema of SCHEMAS) {
      const adapted = adaptedSchema(schema, schemas);
      if ('problem' in adapted) throw new Error(adapted.problem);
      SCHEMA_CHECKS[type as keyof typeof SCHEMA_CHECKS](adapted.schema);
      // No argument is lost on the way.
      expect(Object.keys(adapted.schema.properties as object)).toEqual(
        Object.keys(schema.properties as object),
      );
      expect(adapted.schema.required).toEqual(schema.required);
    }
  });
});
