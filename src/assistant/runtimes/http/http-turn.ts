import type {
  AnsweredMessage,
  MessageIds,
  ToolResult,
  TurnAttachment,
  TurnInput,
  TurnMessage,
  TurnPlace,
} from '../../runtime.js';
import { imagesIn, withoutImages } from '../result-images.js';
import { callableTools, type Step } from '../steps.js';

/** Raised when the meaning of a field changes; new fields do not raise it. */
const FORMAT_VERSION = 1;

/**
 * The JSON of one call of the service (docs/guide/http-runtime.md): the whole turn, so that the service need not
 * store anything.
 */
export function turnJson(input: TurnInput, step: Step): string {
  const { agent, place, history, message } = input;
  // These settings also decided which files have content.
  const withData = agent.runtime.images || agent.runtime.files;
  return JSON.stringify({
    version: FORMAT_VERSION,
    turn_id: input.turnId,
    step: step.past.length + 1,
    agent_id: agent.id,
    model: agent.runtime.model,
    system_prompt: promptOf(agent.systemPrompt, place?.systemPrompt, input.tools?.()?.instructions),
    session_key: input.sessionKey,
    place: place && placeJson(place),
    history: history.map((line) => messageJson(line.message, withData)),
    message: messageJson(message, withData),
    already_said: input.alreadySaid,
    already_done: input.alreadyDone ?? [],
    tools: callableTools(step).map(({ name, description, inputSchema }) => ({
      name,
      description,
      input_schema: inputSchema,
    })),
    past_steps: step.past.map(({ text, calls }) => ({
      text,
      tool_calls: calls.map(({ call }) => call),
      tool_results: calls.map(({ call: { id }, result }) => resultJson(id, result, agent.runtime.images)),
    })),
  });
}

/** @param withImages whether the service takes images */
function resultJson(id: string, result: ToolResult, withImages: boolean): object {
  const images = withImages ? imagesIn(result) : [];
  if (images.length === 0) return { id, ...withoutImages(result) };
  const shown = images.map(({ mimeType, base64 }) => ({ mime_type: mimeType, data: base64 }));
  return { id, ...withoutImages(result), images: shown };
}

/** The agent's instructions, then those for the place, then how to read the results of tools. */
const promptOf = (...prompts: readonly (string | undefined)[]): string | undefined => {
  const said = prompts.filter((prompt) => prompt !== undefined && prompt !== '');
  return said.length === 0 ? undefined : said.join('\n\n');
};

/** Leaves out the group's title: anyone in the group may have written it, let in or not (ADR 0017). */
const placeJson = ({ channel, account, conversation: { id, kind }, textFormat }: TurnPlace): object => ({
  channel,
  account,
  conversation: { id, kind },
  text_format: textFormat,
});

function messageJson(message: TurnMessage, withData: boolean): object {
  const { role, kind, text, at, from, ids, replyTo, quoted, attachments = [] } = message;
  return {
    role,
    kind,
    text,
    at: new Date(at).toISOString(),
    from: from && { id: from.id, name: from.name },
    ids: ids && idsJson(ids),
    reply_to: replyTo && answeredJson(replyTo, withData),
    quoted: quoted?.map(({ text: words, name }) => ({ text: words, name })),
    attachments: attachments.map((each) => attachmentJson(each, withData)),
  };
}

const idsJson = ({ short, full }: MessageIds): object => ({ short, full });

const answeredJson = (
  { quote, isOurs = false, attachments, ...ids }: AnsweredMessage,
  withData: boolean,
): object => ({
  ...idsJson(ids),
  quote,
  is_ours: isOurs,
  attachments: attachments?.map((each) => attachmentJson(each, withData)),
});

function attachmentJson({ name, mimeType, bytes, data, problem }: TurnAttachment, withData: boolean): object {
  const content = withData && data && { data: Buffer.from(data).toString('base64') };
  return { name, mime_type: mimeType, bytes, problem, ...content };
}
