import { createServer, type ServerResponse } from 'node:http';
import { writeWav } from '#app/widgets/sounds/wav.ts';

/** Answers one request. */
type Answer = (response: ServerResponse) => void;

/** A stand-in of a service that says texts. */
export interface VoiceServiceStandIn {
  readonly url: string;
  /** What was asked, in this order: the body, and the header with the key. */
  readonly asked: readonly { readonly body: unknown; readonly key: string | undefined }[];
  /** How the next requests are answered. */
  answer(how: Answer): void;
  /** Ends the connections of what is not answered yet. */
  hangUp(): void;
  close(): Promise<void>;
}

/** A sound of a type. */
export const sound =
  (type: string, bytes: Uint8Array): Answer =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(bytes);

/** A second of a tone of 440 Hz. */
export const toneWav = (seconds = 1, rate = 16_000): Uint8Array =>
  writeWav({
    rate,
    samples: Int16Array.from({ length: seconds * rate }, (_, at) => Math.sin((at / rate) * 880 * Math.PI) * 20_000),
  });

/** Three frames of MP3 without a sound, after a tag of ID3. */
export function silentMp3(): Buffer {
  const frame = Buffer.alloc(417);
  frame.set([0xff, 0xfb, 0x90, 0x00]);
  return Buffer.concat([Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, 0, 5, 1, 2, 3, 4, 5]), frame, frame, frame]);
}

/** The first page of a stream of Opus, and `more` bytes after it. */
export function opusHead(more = 0): Buffer {
  const page = Buffer.alloc(28 + 19 + more);
  page.write('OggS', 0);
  page.set([2], 5);
  page.set([1, 19], 26);
  page.write('OpusHead', 28);
  return page;
}

/** Nothing is ever answered. */
export const silence: Answer = () => undefined;

/** The connection ends without an answer. */
export const death: Answer = (response) => void response.destroy();

/** Starts one on a free port of this machine. It says everything as a tone. */
export async function startVoiceService(): Promise<VoiceServiceStandIn> {
  const asked: { body: unknown; key: string | undefined }[] = [];
  let how = sound('audio/wav', toneWav());
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked.push({ body: JSON.parse(Buffer.concat(parts).toString()), key: request.headers.authorization });
      how(response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/speak`,
    asked,
    answer: (next) => {
      how = next;
    },
    hangUp: () => server.closeAllConnections(),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
