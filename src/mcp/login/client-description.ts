/** This gateway as it presents itself to authorization servers (RFC 7591). */
export interface ClientDescription {
  readonly client_name: string;
  readonly redirect_uris: string[];
  readonly grant_types: string[];
  readonly response_types: string[];
  readonly token_endpoint_auth_method: string;
}

/** A public program: PKCE proves that whoever asked is who gets the tokens. */
export const clientDescription = (redirectUri: string): ClientDescription => ({
  client_name: 'Gatehouse',
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
});
