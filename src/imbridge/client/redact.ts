const SECRET_PARAMETER = /\b(guid|password|token)=[^&\s"'#]*/gi;
const MAX_TEXT = 300;

/**
 * Makes any text safe for a log or an operator: the given secrets in every encoding we use, and whatever
 * stands in a query parameter that carries credentials on this wire (wire 6.3 row 41). Cut to 300 characters.
 */
export function redactor(...secrets: readonly string[]): (text: string) => string {
  const spellings = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, encodeURIComponent(secret), encodeURI(secret)])
    .sort((a, b) => b.length - a.length);
  return (text) => {
    let safe = text.replace(SECRET_PARAMETER, '$1=***');
    for (const spelling of spellings) safe = safe.replaceAll(spelling, '***');
    return safe.length > MAX_TEXT ? `${safe.slice(0, MAX_TEXT)}…` : safe;
  };
}
