import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** A call of a payment system to the server. */
export interface SystemCall {
  /** The path with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface SystemAnswer {
  readonly status: number;
  readonly body: string;
}

/** Stands between a payment system and the servers. */
export interface CallStorm {
  readonly url: string;
  /** `copies`: those that were answered. */
  readonly counts: { calls: number; lost: number; copies: number };
  /** From now on calls pass as they are; resolves when the last copies were sent. */
  calm(): Promise<void>;
  close(): Promise<void>;
}

interface StormOptions {
  /** The addresses of the servers, each of which gets a share of the calls. */
  readonly servers: () => readonly string[];
  /** How often each call is sent. */
  readonly copies: number;
  /** The longest time after which a copy is sent. */
  readonly latestMs: number;
  /** The share of the calls that the system believes to be lost. */
  readonly lostShare: number;
  /** Called before a call is sent on, with the address of a server. */
  readonly before: (call: SystemCall, server: string) => Promise<void>;
}

/** What a system sends of itself; the rest is of the connection. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const names = ['content-type', 'authorization', 'stripe-signature'];
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}

export async function sendCall(server: string, { path, headers, body }: SystemCall): Promise<SystemAnswer> {
  const response = await fetch(`${server}${path}`, { method: 'POST', headers, body });
  return { status: response.status, body: await response.text() };
}

/** Starts a storm: each call arrives several times, some copies at once, others late and after calls that were made later. */
export async function openCallStorm(options: StormOptions): Promise<CallStorm> {
  const { servers, copies, latestMs, lostShare, before } = options;
  const counts = { calls: 0, lost: 0, copies: 0 };
  const late = new Set<Promise<unknown>>();
  let isCalm = false;
  const anyServer = () => {
    const all = servers();
    return all[Math.floor(Math.random() * all.length)] ?? '';
  };
  const send = async (call: SystemCall): Promise<SystemAnswer> => {
    const answer = await sendCall(anyServer(), call);
    counts.copies += 1;
    return answer;
  };
  const sendLate = (call: SystemCall) => {
    // Half of the copies are sent at once.
    const wait = Math.max(0, Math.random() * 2 - 1) * latestMs;
    const copy = pause(wait).then(() => send(call));
    late.add(copy);
    void copy.catch(() => undefined).finally(() => late.delete(copy));
  };
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const body = (await buffer(request)).toString();
    const call: SystemCall = { path: request.url ?? '', headers: headersOf(request), body };
    const isStorm = !isCalm;
    if (isStorm) {
      counts.calls += 1;
      await before(call, anyServer());
      for (let copy = 1; copy < copies; copy += 1) sendLate(call);
      if (Math.random() < lostShare) {
        counts.lost += 1;
        sendLate(call);
        request.socket.destroy();
        return;
      }
    }
    const answer = await (isStorm ? send(call) : sendCall(anyServer(), call));
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => request.socket.destroy());
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    counts,
    async calm() {
      isCalm = true;
      while (late.size > 0) await Promise.allSettled(late);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => void server.close(resolve));
    },
  };
}
