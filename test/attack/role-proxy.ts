import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request as openRequest, type ServerResponse } from 'node:http';
import { bridgeForm } from './form-bridge.ts';
import { judge, pathOf } from './judge.ts';
import type { Part } from './part.ts';
import type { Session } from './people.ts';

/**
 * Stands between a tool and the server: logs every request in as a role, whatever the attack does to its session, and
 * looks at every answer, also where the tool does not.
 */
export interface RoleProxy {
  readonly url: string;
  /** How many answers it has seen. */
  answers(): number;
  /** Pages of the proxy for crawlers to start with, by path. */
  readonly pages: Map<string, string>;
  close(): Promise<void>;
}

const mostBytes = 2 ** 20;
const answerMilliseconds = 20_000;
const streamMilliseconds = 1_000;

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of stream) {
      if (!Buffer.isBuffer(part)) continue;
      size += part.length;
      if (size <= mostBytes) parts.push(part);
    }
  } catch {
    // A stream that was cut is judged by what has arrived.
  }
  return Buffer.concat(parts);
}

interface Outgoing {
  readonly method: string;
  readonly target: string;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

interface Incoming {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

function send(targetUrl: string, agent: Agent, { method, target, headers, body }: Outgoing): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(targetUrl);
    const sent = openRequest(
      { agent, hostname, port, method, path: target, headers, timeout: answerMilliseconds },
      (answer) => {
        const isStream = answer.headers['content-type']?.startsWith('text/event-stream');
        if (isStream) setTimeout(() => answer.destroy(), streamMilliseconds);
        readAll(answer).then(
          (whole) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: whole }),
          reject,
        );
      },
    );
    sent.once('timeout', () => sent.destroy(new Error(`no answer in ${answerMilliseconds / 1000} s`)));
    sent.once('error', reject);
    sent.end(body);
  });
}

function passOn(reply: ServerResponse, { status, headers, body }: Incoming): void {
  const { 'transfer-encoding': _, 'content-length': __, connection: ___, ...others } = headers;
  reply.writeHead(status, { ...others, 'content-length': body.length });
  reply.end(body);
}

async function outgoingOf(request: IncomingMessage, session: Session): Promise<Outgoing> {
  const { 'content-length': _, 'transfer-encoding': __, connection: ___, host: ____, ...headers } = request.headers;
  const own = { method: request.method ?? 'GET', target: request.url ?? '/', headers, body: await readAll(request) };
  const { method, target, body, headers: given } = bridgeForm(own) ?? own;
  const token = await session.token();
  const length = body.length > 0 || !['GET', 'HEAD'].includes(method) ? { 'content-length': String(body.length) } : {};
  return {
    method,
    target,
    body,
    headers: {
      ...given,
      ...length,
      'accept-encoding': 'identity',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
  };
}

/** Starts one on a free port of this machine. */
export async function startRoleProxy(part: Part): Promise<RoleProxy> {
  const { tool, target, session, findings, secretPlaces } = part;
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  let answers = 0;
  const pages = new Map<string, string>();
  const handle = async (request: IncomingMessage, reply: ServerResponse) => {
    const page = pages.get(pathOf(request.url ?? ''));
    if (page !== undefined) return reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
    const outgoing = await outgoingOf(request, session);
    const { method } = outgoing;
    const place = { tool, role: session.role, method, target: outgoing.target };
    try {
      const incoming = await send(target.url, agent, outgoing);
      const { status, headers, body } = incoming;
      answers += 1;
      judge(
        { ...place, status, contentType: headers['content-type'] ?? '', text: body.toString('utf8') },
        findings,
        secretPlaces,
      );
      if (status === 401 && session.role !== 'guest') await session.renew().catch(() => undefined);
      return passOn(reply, incoming);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const isOurs = error instanceof TypeError;
      const where = `${method} ${pathOf(outgoing.target)}`;
      if (!isOurs)
        findings.add({ tool, what: 'no answer', where, detail: `${message}; ${outgoing.target.slice(0, 300)}` });
      return reply.writeHead(isOurs ? 400 : 502).end();
    }
  };
  const server = createServer({ maxHeaderSize: 65_536 }, (request, reply) => {
    handle(request, reply).catch(() => reply.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    pages,
    answers: () => answers,
    close: async () => {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
