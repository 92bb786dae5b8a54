/** A token counts as over a little before its end: its way to the server takes a while. */
const marginMilliseconds = 30_000;

/** From when until when a token is good, by the server's clock, in milliseconds since 1970; null where it does not say. */
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

/** By how many milliseconds this browser's clock is ahead of the server's, told by a token that has just come; null where it does not say. */
export function clockSkew(token: string, now: number): number | null {
  const life = lifeOf(token);
  return life && now - life.from;
}

/**
 * Whether a token has run out, so that the server would take its bearer for a guest. `skew` is what `clockSkew` has said.
 * A token that seems not to be made yet counts as over, too: the clock was set back meanwhile, and tells nothing.
 */
export function isRunOut(token: string, now: number, skew: number): boolean {
  const life = lifeOf(token);
  if (life === null) return false;
  const age = now - skew - life.from;
  return age < -marginMilliseconds || age >= life.until - life.from - marginMilliseconds;
}
