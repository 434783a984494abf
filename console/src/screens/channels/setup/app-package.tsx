import { useState } from 'preact/hooks';
import { answer, api } from '../../../api/client.js';
import { Field, Form } from '../../../parts/form/form.js';
import { commandLine } from '../../../parts/text/command.js';

/** The file that is installed in the service, made from the configuration in force. */
export const AppPackage = ({ channel }: { readonly channel: string }) => {
  const [website, setWebsite] = useState('');
  const [name, setName] = useState('');
  const options = { website: website || undefined, name: name || undefined };
  return (
    <details class="panel">
      <summary>App package</summary>
      <p>Install this package in the service, and again after each settings change.</p>
      <Form
        label="Download"
        command={commandLine(`${channel} manifest`, [], options)}
        run={() => download(channel, { website, name })}
        done="Package downloaded."
      >
        <Field
          label="Website"
          value={website}
          onValue={setWebsite}
          hint="A page about the app. Empty = the previous package’s website, or gateway.publicUrl."
        />
        <Field label="Name" value={name} onValue={setName} hint="Shown to users. Empty = Assistant." />
      </Form>
    </details>
  );
};

async function download(
  channel: string,
  { website, name }: { website: string; name: string },
): Promise<void> {
  const query = { ...(website && { website }), ...(name && { name }) };
  const bytes = await answer<Blob>(
    api.GET('/channels/{channel}/app-package', { params: { path: { channel }, query }, parseAs: 'blob' }),
  );
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = `${channel}-app.zip`;
  link.click();
  URL.revokeObjectURL(link.href);
}
