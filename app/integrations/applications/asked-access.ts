import { applicationScopes, type TokenScope } from '../scopes.ts';

/** What an application sends people with. */
export interface AskedAccess {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly responseType?: string | undefined;
  readonly scope?: string | undefined;
  readonly state?: string | undefined;
  readonly challenge?: string | undefined;
  readonly challengeMethod?: string | undefined;
}

/** The rights that can be granted, or why the application gets none: an error of RFC 6749. */
export type Askable =
  | { readonly scopes: readonly TokenScope[]; readonly error: null }
  | { readonly scopes: readonly []; readonly error: string; readonly description: string };

const refused = (error: string, description: string): Askable => ({ scopes: [], error, description });

/** The names of rights in a text: by spaces, or by commas as some programs send them. */
export const scopesIn = (text: string | undefined): string[] => [
  ...new Set((text ?? '').split(/[\s,]+/).filter((name) => name !== '')),
];

/** Reads what is asked for. */
export function readAsked({ responseType, scope, challenge, challengeMethod }: AskedAccess): Askable {
  if (responseType !== 'code') return refused('unsupported_response_type', 'Only response_type=code is supported.');
  if (challenge !== undefined || challengeMethod !== undefined) {
    const isRight = challengeMethod === 'S256' && /^[\w-]{43}$/.test(challenge ?? '');
    if (!isRight) return refused('invalid_request', 'Only code_challenge_method=S256 is supported.');
  }
  const names = scopesIn(scope);
  const scopes = applicationScopes.filter((name) => names.includes(name));
  if (names.length === 0) return refused('invalid_scope', `Ask for some of: ${applicationScopes.join(' ')}.`);
  if (scopes.length < names.length) {
    const known = new Set<string>(scopes);
    const others = names.filter((name) => !known.has(name)).map((name) => name.slice(0, 60));
    return refused('invalid_scope', `Not supported: ${others.join(' ')}.`);
  }
  return { scopes, error: null };
}
