import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { judge } from './judge.ts';
import type { Done, Part } from './part.ts';
import { eachOf, runTool } from './run-tool.ts';
import type { Sample } from './samples.ts';

/** A request as bytes, and where its token stands: mutated there it would only ever be refused. */
interface RawRequest {
  readonly bytes: Buffer;
  readonly ranges: readonly (readonly [name: string, bytes: string])[];
}

function rawOf({ call, target, body }: Sample, token: string | null): RawRequest {
  const text = body === undefined ? '' : JSON.stringify(body);
  const length = Buffer.byteLength(text);
  const first = `${call.method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n`;
  const content = body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${length}\r\n`;
  const bearer = token === null ? '' : `Authorization: Bearer ${token}\r\n`;
  const head = `${first}${content}${bearer}Connection: close\r\n\r\n`;
  const tokenFrom = Buffer.byteLength(first + content);
  const tokenTo = tokenFrom + bearer.length;
  const ranges = [
    ['line', `0-${call.method.length + target.length}`] as const,
    ['head', `0-${tokenFrom},${tokenTo}-`] as const,
  ];
  const ofBody = length > 0 ? [['body', `${Buffer.byteLength(head)}-`] as const] : [];
  return { bytes: Buffer.from(head + text), ranges: [...ranges, ...ofBody] };
}

/** Mutations of a file by zzuf, one for each seed, each as long as the file. */
async function mutationsOf(file: string, raw: RawRequest, range: string, part: Part): Promise<Buffer[]> {
  const seeds = part.isQuick ? 6 : 60;
  const given = ['-s', `0:${seeds}`, '-r', '0.002:0.05', '-b', range, 'cat', file];
  const { stdout: output } = await runTool('zzuf', given, { seconds: 60, folder: part.workDir });
  const size = raw.bytes.length;
  const count = Math.floor(output.length / size);
  return Array.from({ length: count }, (_, place) => output.subarray(place * size, (place + 1) * size));
}

type Reply =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'closed' | 'hung'; readonly text: '' };

/** Longer than any time limit of the server: headers 5 s, the whole request 10 s, its check once a second. */
const longestMilliseconds = 20_000;

/** Sends bytes and waits for whatever comes back. An event stream that was opened is an answer. */
function exchange(port: number, bytes: Buffer): Promise<Reply> {
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes));
    const finish = (isOver: boolean) => {
      clearTimeout(limit);
      socket.destroy();
      const text = Buffer.concat(parts).toString('latin1');
      if (text !== '') resolve({ kind: 'answered', text });
      else resolve({ kind: isOver ? 'closed' : 'hung', text: '' });
    };
    const limit = setTimeout(() => finish(false), longestMilliseconds);
    socket.on('data', (part: Buffer) => {
      parts.push(part);
      const isWhole = /content-type: text\/event-stream/i.test(part.toString('latin1'));
      if (isWhole) finish(true);
    });
    socket.once('close', () => finish(true));
    socket.once('error', () => undefined);
  });
}

interface Counts {
  sent: number;
  closed: number;
}

async function attackCall(number: number, sample: Sample, part: Part, counts: Counts): Promise<void> {
  const { target, role, session, findings, secretPlaces, workDir } = part;
  const raw = rawOf(sample, await session.token());
  const port = Number(new URL(target.url).port);
  const file = join(workDir, `zzuf-${role}-${number}.bin`);
  await writeFile(file, raw.bytes);
  const where = sample.call.name;
  for (const [name, range] of raw.ranges) {
    const mutations = await mutationsOf(file, raw, range, part);
    if (mutations.length === 0)
      findings.add({ tool: 'zzuf', what: 'not run', where, detail: `no mutations of the ${name}` });
    await eachOf(mutations, 20, async (bytes) => {
      const reply = await exchange(port, bytes);
      counts.sent += 1;
      if (reply.kind === 'closed') counts.closed += 1;
      const sent = bytes.toString('latin1').slice(0, 300);
      if (reply.kind === 'hung') findings.add({ tool: 'zzuf', what: 'hang', where, detail: `${role}: ${sent}` });
      if (reply.kind !== 'answered') return;
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(reply.text)?.[1] ?? 0);
      if (status === 0) findings.add({ tool: 'zzuf', what: 'no HTTP', where, detail: reply.text.slice(0, 200) });
      const contentType = /^content-type: ([^\r\n]*)/im.exec(reply.text)?.[1] ?? '';
      const { method, path } = sample.call;
      judge(
        {
          tool: 'zzuf',
          role,
          method,
          status,
          contentType,
          text: reply.text,
          target: `${path}?${encodeURI(sent)}`,
        },
        findings,
        secretPlaces,
      );
    });
    if (!target.isAlive()) throw new Error(`the server is gone after ${where}`);
  }
}

/** Sends every call with flipped bits over raw connections. */
export async function* runZzuf(part: Part): AsyncGenerator<Done> {
  const samples = part.samples.filter(({ call }) => !call.isUpload);
  const chosen = part.isQuick ? samples.filter((_, place) => place % 4 === 0) : samples;
  const counts: Counts = { sent: 0, closed: 0 };
  // Most of the time is spent waiting for the server to give up on bodies that never come.
  await eachOf(chosen.entries(), 12, async ([number, sample]) => {
    await attackCall(number, sample, part, counts);
    await part.session.renew();
  });
  yield {
    what: `${chosen.length} calls, mutated in line, head and body; ${counts.closed} closed without an answer`,
    requests: counts.sent,
  };
}
