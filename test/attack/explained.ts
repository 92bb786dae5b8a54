/** An attacker; `baseline`: none, the calls are made as intended. */
export type Tool = 'baseline' | 'sqlmap' | 'wapiti' | 'slowhttptest' | 'zzuf';

/** A finding that was looked into and is none. All four must fit. */
interface Explained {
  readonly tools: readonly Tool[];
  readonly what: RegExp;
  readonly where: RegExp;
  readonly detail: RegExp;
  readonly reason: string;
}

/** What the tools report although nothing is wrong, with the reason each. Nothing else may be met. */
export const explained: readonly Explained[] = [
  {
    tools: ['wapiti'],
    what: /^HTTP Secure Headers$/,
    where: /^GET \/$/,
    detail: /X-XSS-Protection is not set/,
    reason:
      'browsers have dropped X-XSS-Protection, and where it lived on it made holes; the content policy does its work',
  },
  {
    tools: ['wapiti'],
    what: /^HTTP Secure Headers$/,
    where: /^GET \/$/,
    detail: /Strict-Transport-Security is not set/,
    reason: 'the attacked server speaks http on this machine; where PUBLIC_URL is https it is sent',
  },
  {
    tools: ['wapiti'],
    what: /^Cross Site Request Forgery$/,
    where: /^POST \/auth\//,
    detail: /Lack of anti CSRF token/,
    reason:
      'the form is sent by a call without cookies; a POST to the page itself is 405, so what was typed stays out of the address where scripts are off',
  },
];
