import { answer, api, type Schemas } from '../api/client.js';
import { CopyButton, Id } from './text/copy.js';
import { Dialog } from './form/dialog.js';
import { useResource } from './list/resource.js';
import { SettingName } from './text/setting-name.js';
import { State, type Tone } from './text/state.js';
import { Loaded } from './list/table.js';
import { Name, Remedy, Text } from './text/text.js';

type Timeline = Schemas['TimelineDto'];
type Step = Schemas['TimelineStepDto'];

const TONES: Readonly<Record<Timeline['state'], Tone>> = { pending: 'quiet', done: 'good', dead: 'bad' };

/**
 * The path of a message from acceptance to delivery, why it got no answer, and the remedy.
 * @param id of an event, a message, a delivery or a conversation
 */
export const Explanation = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }) => {
  const timeline = useResource(
    `timeline ${id}`,
    () => answer(api.GET('/events/{event_id}/timeline', { params: { path: { event_id: id } } })),
    ['message', 'delivery'],
  );
  return (
    <Dialog title="Explain" onClose={onClose}>
      <Loaded resource={timeline}>{(found) => <Path timeline={found} />}</Loaded>
      <p class="faint">
        As command <code>gatehouse explain {id}</code>
        <CopyButton text={`gatehouse explain ${id}`} what="Copy as command" icon="command" />
      </p>
    </Dialog>
  );
};

const Path = ({ timeline }: { readonly timeline: Timeline }) => (
  <>
    <p>
      <State tone={TONES[timeline.state]}>{timeline.outcome ?? timeline.state}</State>{' '}
      {timeline.reason !== null && <code>{timeline.reason}</code>} on {timeline.channel}/{timeline.account}
      {timeline.sender_id !== null && (
        <>
          , from <Name>{timeline.sender_id}</Name>
        </>
      )}
    </p>
    <Cause of={timeline} />
    <ol class="steps">
      {timeline.steps.map((step, at) => (
        <li key={at}>
          <StepText step={step} begun={timeline.steps[0]?.at ?? step.at} />
        </li>
      ))}
    </ol>
    <p class="faint">
      Event <Id id={timeline.event_id} />
    </p>
  </>
);

interface CauseProps {
  readonly of: Pick<Timeline, 'what' | 'setting' | 'remedy'>;
}

/** Why there is no answer, or why one was not sent, the setting that decides, and what to do. */
export const Cause = ({ of: { what, setting, remedy } }: CauseProps) => (
  <>
    {what !== null && <p>{what}</p>}
    {remedy !== null && (
      <p class="note">
        What to do: <Remedy text={remedy} />
      </p>
    )}
    {setting !== null && (
      <p>
        Setting <SettingName path={setting} />
      </p>
    )}
  </>
);

const StepText = ({ step, begun }: { readonly step: Step; readonly begun: string }) => (
  <>
    <p class="spread">
      <strong>
        {step.step} {step.outcome !== null && step.outcome !== step.step && step.outcome}
      </strong>
      <time dateTime={step.at} class="faint">
        {Date.parse(step.at) - Date.parse(begun)} ms
      </time>
    </p>
    {step.turn && <p>{turnText(step.turn)}</p>}
    {!step.turn && step.detail !== null && (
      <p>
        <Text text={step.detail} />
      </p>
    )}
  </>
);

function turnText({
  agent,
  model,
  input_tokens,
  output_tokens,
  tries,
  duration_ms,
  error,
}: Schemas['TimelineTurnDto']) {
  return [
    `agent ${agent}`,
    model,
    input_tokens !== null && `${input_tokens} tokens in, ${output_tokens ?? 0} out`,
    duration_ms !== null && `${duration_ms} ms`,
    tries !== null && tries > 1 && `${tries} tries`,
    error,
  ]
    .filter((part) => typeof part === 'string')
    .join(', ');
}
