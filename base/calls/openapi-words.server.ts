import type { Access, Call } from './call.ts';

const whoMayCall: Readonly<Record<Access, string>> = {
  guest: 'Anyone may call it, without a token.',
  user: 'Needs the token of a logged-in user.',
  moderator: 'Needs the token of a moderator or an admin.',
  admin: 'Needs the token of an admin.',
  key: 'Needs no token, but a secret that travels with the request: the key of a widget address or of a program, or a signature.',
};

/** The description of a call: who may make it, whether it may be repeated, its named failures. */
export function describeCall(call: Call): string {
  const repeated = call.idempotent
    ? ['With an `Idempotency-Key` a repeated request is done once: for 24 hours it gets the first answer.']
    : [];
  const cached = call.cacheSeconds ? [`Guests may get an answer up to ${call.cacheSeconds} s old.`] : [];
  const named = call.errors.map(({ status, code, message }) => `- ${status} \`${code}\`: ${message}`);
  const failures = named.length > 0 ? ['', 'Failures of its own:', '', ...named] : [];
  return [[whoMayCall[call.access], ...repeated, ...cached].join(' '), ...failures].join('\n');
}
