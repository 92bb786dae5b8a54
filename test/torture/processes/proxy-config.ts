/** The values that `operation/deploy/haproxy.cfg` leaves open. */
interface ProxyPlace {
  /** `127.0.0.1:8080` */
  readonly bind: string;
  /** Addresses of the servers, `127.0.0.1:8081`; the first is called `opora1`. */
  readonly servers: readonly string[];
  /** Path of the socket for commands. */
  readonly socket: string;
}

/** The backends that balance requests. */
export const backends = ['opora', 'stale', 'files', 'streams'] as const;

export const serverName = (number: number) => `opora${number}`;

function once(text: string, pattern: RegExp, into: string): string {
  if (text.match(pattern)?.length !== 1)
    throw new Error(`operation/deploy/haproxy.cfg should have one ${pattern.source}`);
  return text.replace(pattern, into);
}

/**
 * Fills the rules of `operation/deploy/haproxy.cfg` for servers with known addresses: inserts the address to listen on and the servers,
 * removes the resolver of containers, and adds a socket for commands. Every other rule stays the same.
 */
export function fillProxyConfig(template: string, { bind, servers, socket }: ProxyPlace): string {
  const lines = servers.map((address, index) => `  server ${serverName(index + 1)} ${address}`).join('\n');
  const here = once(once(template, /^ {2}bind .*$/gm, `  bind ${bind}`), /^resolvers docker\n(?: .*\n)+/gm, '');
  const balanced = here.match(/^ {2}server-template .*$/gm)?.length ?? 0;
  if (balanced !== backends.length)
    throw new Error(`operation/deploy/haproxy.cfg should have ${backends.length} backends`);
  const filled = here.replace(/^ {2}server-template .*$/gm, lines);
  return `global\n  stats socket ${socket} mode 600 level admin\n  stats timeout 10s\n\n${filled}`;
}
