/** The code that connects to servers, loaded when the first one is needed: the SDK takes 40 MB. */
export async function connecting() {
  const [
    { openConnection },
    { recordsIn },
    { homeOf },
    { beginLogin },
    { challengeOf },
    { LoginAuth },
    { LoginRefused },
  ] = await Promise.all([
    import('./open-connection.js'),
    import('../programs/leftovers.js'),
    import('../programs/program-homes.js'),
    import('../login/begin-login.js'),
    import('../login/challenge.js'),
    import('../login/login-auth.js'),
    import('../login/login-fetch.js'),
  ]);
  const { checkIssuer, exchangeCode, refreshTokens, revokeTokens } = await import('../login/tokens.js');
  return {
    openConnection,
    recordsIn,
    homeOf,
    beginLogin,
    challengeOf,
    LoginAuth,
    LoginRefused,
    checkIssuer,
    exchangeCode,
    refreshTokens,
    revokeTokens,
  };
}
