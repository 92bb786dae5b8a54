/** A token counts as expired a little early, because the request takes time. */
const marginMilliseconds = 30_000;

/** The times between which a token is valid, by the clock of the server, in milliseconds since 1970; null if it has none. */
function lifeOf(token: string): { readonly from: number; readonly until: number } | null {
  try {
    const [, payload = ''] = token.split('.');
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null || !('iat' in claims) || !('exp' in claims)) return null;
    const { iat, exp } = claims;
    return typeof iat === 'number' && typeof exp === 'number' ? { from: iat * 1_000, until: exp * 1_000 } : null;
  } catch {
    return null;
  }
}

/**
 * How many milliseconds the clock of the browser is ahead of the server, measured with a token that was just issued; null if the token has
 * no times.
 */
export function clockSkew(token: string, now: number): number | null {
  const life = lifeOf(token);
  return life && now - life.from;
}

/**
 * Whether a token has expired. `skew`: the result of `clockSkew`. A token from the future counts as expired, too: the clock was set back
 * and the skew is wrong.
 */
export function isRunOut(token: string, now: number, skew: number): boolean {
  const life = lifeOf(token);
  if (life === null) return false;
  const age = now - skew - life.from;
  return age < -marginMilliseconds || age >= life.until - life.from - marginMilliseconds;
}
