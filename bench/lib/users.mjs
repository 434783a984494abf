// A user with an API key, for benchmarks of the Data API.

/** Makes them with an admin token. @returns `{user, key}` */
export async function userWithKey(url, token) {
  const admin = async (path, body) => {
    const answer = await fetch(`${url}/admin/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const user = await admin('/users', { email: 'bench@example.org', display_name: 'Bench' });
  const { key } = await admin(`/users/${user.id}/keys`, { name: 'bench' });
  return { user, key };
}
