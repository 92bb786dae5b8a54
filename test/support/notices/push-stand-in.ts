import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { importJWK, jwtVerify } from 'jose';
import { z } from 'zod';

const payload = z.strictObject({
  id: z.string(),
  title: z.string(),
  body: z.string(),
  path: z.string(),
  isMuted: z.boolean(),
});

/** A message as the service worker of its browser gets it. */
export type PushedMessage = z.output<typeof payload>;

/** How a push service answers for a browser. `lost`: the message arrives, its answer does not. */
type Mood = { readonly status: number; readonly retryAfter?: number } | 'lost';

interface Pushed {
  readonly headers: IncomingHttpHeaders;
  /** As it came: the push service cannot read it. */
  readonly sealed: Buffer;
  readonly message: PushedMessage;
}

export interface TestBrowser {
  /** The body of `POST Notice/Browser`. */
  readonly subscription: { readonly endpoint: string; readonly p256dh: string; readonly auth: string };
  readonly pushed: readonly Pushed[];
  set(mood: Mood): void;
  /** How many messages it was sent, also refused ones. */
  tries(): number;
}

/** Content that was encrypted for a browser (RFC 8291 over RFC 8188: one record). */
function opened(content: Buffer, own: ECDH, auth: Buffer): PushedMessage {
  const salt = content.subarray(0, 16);
  const size = content.readUInt32BE(16);
  const sender = content.subarray(21, 21 + content.readUInt8(20));
  const record = content.subarray(21 + sender.length);
  if (record.length > size) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32));
  const part = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes));
  const cipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  cipher.setAuthTag(record.subarray(-16));
  const text = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]).toString();
  return payload.parse(JSON.parse(text.slice(0, text.lastIndexOf('\u0002'))));
}

/** Checks that a message was signed with the key that browsers have subscribed with. Returns what the signature names. */
export async function vapidClaims({ headers }: Pushed, publicKey: string) {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  if (key !== publicKey) throw new Error('another key than browsers have');
  const point = Buffer.from(publicKey, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const { payload: claims } = await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'));
  return claims;
}

/** A push service on a free port of this machine. */
export async function startPushService() {
  const browsers = new Map<string, (headers: IncomingHttpHeaders, content: Buffer, response: ServerResponse) => void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const take = browsers.get(request.url ?? '');
      if (take === undefined) response.writeHead(404).end();
      else take(request.headers, Buffer.concat(chunks), response);
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const at = server.address();
  const url = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}`;
  return {
    url,
    subscribe(): TestBrowser {
      const own = createECDH('prime256v1');
      own.generateKeys();
      const auth = randomBytes(16);
      const pushed: Pushed[] = [];
      const path = `/push/${randomBytes(24).toString('base64url')}`;
      let mood: Mood = { status: 201 };
      let tries = 0;
      browsers.set(path, (headers, sealed, response) => {
        tries += 1;
        const now = mood;
        if (now === 'lost') mood = { status: 201 };
        const isTaken = now === 'lost' || now.status < 300;
        if (isTaken) pushed.push({ headers, sealed, message: opened(sealed, own, auth) });
        if (now === 'lost') response.destroy();
        else {
          const { status, retryAfter } = now;
          response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }).end();
        }
      });
      return {
        subscription: {
          endpoint: `${url}${path}`,
          p256dh: own.getPublicKey('base64url'),
          auth: auth.toString('base64url'),
        },
        pushed,
        set: (next) => {
          mood = next;
        },
        tries: () => tries,
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;
