/** A `DATABASE_URL` that may name several servers, as libpq writes it: `postgres://user:password@one:5432,two:5432/database`. */
const address = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s;

/** Which server is written to is found out for several of them anyway, so that the driver need not know of it. */
const sessionAttributes = /([?&])target_session_attrs=[^&]*(&|$)/;

function withoutAttributes(rest: string): string {
  return rest.replace(sessionAttributes, (_, before: string, after: string) => (after === '&' ? before : ''));
}

/** The addresses of a `DATABASE_URL`, each with one server. Never empty. */
export function serversIn(url: string): readonly [string, ...string[]] {
  const [, before = '', hosts = '', rest = ''] = address.exec(url) ?? [];
  const [first, ...others] = hosts.split(',').map((host) => `${before}${host}${withoutAttributes(rest)}`);
  return hosts === '' || first === undefined ? [url] : [first, ...others];
}

/** Whether a text is the address of one or several PostgreSQL servers that are to be written to. */
export function isDatabaseAddress(url: string): boolean {
  const [, attributes = 'read-write'] = /[?&]target_session_attrs=([^&]*)/.exec(url) ?? [];
  return (
    ['read-write', 'primary', 'any'].includes(attributes) &&
    /^postgres(?:ql)?:\/\//.test(url) &&
    serversIn(url).every((one) => URL.canParse(one) && new URL(one).hostname !== '')
  );
}
