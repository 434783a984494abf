import { useState } from 'preact/hooks';
import { answer, api, type Schemas } from '../../api/client.js';
import { Dialog } from '../../parts/form/dialog.js';
import { Choice, Field, Form } from '../../parts/form/form.js';
import { commandLine } from '../../parts/text/command.js';

const MINUTE_MS = 60_000;
/** In the words of the command line; empty: until released. */
const LENGTHS: readonly (readonly [value: string, text: string, minutes: number])[] = [
  ['', 'until released', 0],
  ['30m', 'half an hour from now', 30],
  ['2h', 'two hours from now', 120],
  ['1d', 'a day from now', 1_440],
];

interface Props {
  readonly id: string;
  readonly hold: Schemas['HoldDto'];
  readonly onClose: () => void;
  readonly onChange: () => Promise<void>;
}

/** Changes until when a conversation is held, and the note for colleagues. */
export const HoldTerms = ({ id, hold, onClose, onChange }: Props) => {
  const [length, setLength] = useState('');
  const [note, setNote] = useState(hold.note ?? '');
  const options = { for: length || undefined, note: note || undefined };
  const save = async () => {
    const minutes = LENGTHS.find(([value]) => value === length)?.[2] ?? 0;
    const until = minutes === 0 ? null : new Date(Date.now() + minutes * MINUTE_MS).toISOString();
    const body = { until, note: note.trim() === '' ? null : note.trim() };
    await answer(api.PUT('/conversations/{id}/hold', { params: { path: { id } }, body }));
    onClose();
  };
  return (
    <Dialog title="Change the hold" onClose={onClose}>
      <Form
        label="Save"
        command={commandLine('conversations hold', [id], options)}
        run={save}
        after={onChange}
        done="Hold changed."
      >
        <Choice
          label="Ends"
          value={length}
          onValue={setLength}
          options={LENGTHS.map(([value, text]) => [value, text])}
        />
        <Field label="Note" hint="For colleagues, not for the assistant." value={note} onValue={setNote} />
      </Form>
    </Dialog>
  );
};
