import { hrefOf, place } from '../../frame/router.js';
import { CopyButton } from '../../parts/text/copy.js';

/** A reserved number that the demo has not used yet. */
const AS_STRANGER = '/from +12025550199';

/** The first steps for someone who comes by the link that the demo prints. */
export const DemoSteps = () => {
  if (!place.value.query.has('demo')) return null;
  return (
    <section class="note" aria-labelledby="demo">
      <h2 id="demo">Try the demo</h2>
      <ol class="steps">
        <li>
          Write as a new sender: in the demo terminal, enter <code>{AS_STRANGER}</code>{' '}
          <CopyButton text={AS_STRANGER} what="Copy" /> and then a message.
        </li>
        <li>
          Approve the request in <a href={hrefOf('pairings')}>Pairings</a>.
        </li>
        <li>
          Write another message and see the answer in <a href={hrefOf('conversations')}>Conversations</a>.
        </li>
      </ol>
    </section>
  );
};
