import { z } from 'zod';

/** Methods of the protocol that Centrifugo 2 speaks; the others are not here. */
export const methods = { connect: 0, subscribe: 1, unsubscribe: 2, ping: 7, send: 8, refresh: 10 } as const;

/** A command of a client. The first, `connect`, may leave out its method. */
const command = z.object({
  id: z.int().min(0).max(4_294_967_295).default(0),
  method: z.int().default(methods.connect),
  params: z.record(z.string(), z.unknown()).default({}),
});

export type Command = z.infer<typeof command>;

/** Parameters of `connect` and `refresh`. */
export const withToken = z.object({ token: z.string().max(2_000).default('') });

/** Parameters of `subscribe`. After a break a client names the number of the last donation that it has, as `seq` or `offset`. */
export const subscribeParams = z.object({
  channel: z.string().max(200),
  token: z.string().max(2_000).default(''),
  recover: z.boolean().default(false),
  seq: z.int().min(0).default(0),
  offset: z.int().min(0).default(0),
  epoch: z.string().max(100).default(''),
});

/** Parameters of `unsubscribe`. */
export const unsubscribeParams = z.object({ channel: z.string().max(200) });

/** The most commands in a message. */
const mostCommands = 16;

/** The commands of a message, one a line. Null: it is none. */
export function readCommands(message: string): readonly Command[] | null {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  if (lines.length === 0 || lines.length > mostCommands) return null;
  try {
    return lines.map((line) => command.parse(JSON.parse(line)));
  } catch {
    return null;
  }
}

/** The errors that commands are answered with, by Centrifugo's numbers. */
export const errors = {
  unknownChannel: { code: 102, message: 'unknown channel' },
  permissionDenied: { code: 103, message: 'permission denied' },
  methodNotFound: { code: 104, message: 'method not found' },
  alreadySubscribed: { code: 105, message: 'already subscribed' },
  badRequest: { code: 107, message: 'bad request' },
  notAvailable: { code: 108, message: 'not available' },
  tokenExpired: { code: 109, message: 'token expired' },
} as const;

export type ProtocolError = (typeof errors)[keyof typeof errors];

/** Why a connection ends, with the code of its close; its reason says whether the client should connect again. */
export const ends = {
  shutdown: { code: 3001, reason: 'shutdown', reconnect: true },
  invalidToken: { code: 3002, reason: 'invalid token', reconnect: false },
  badRequest: { code: 3003, reason: 'bad request', reconnect: false },
  serverError: { code: 3004, reason: 'internal server error', reconnect: true },
  stale: { code: 3007, reason: 'stale', reconnect: false },
  connectionLimit: { code: 3013, reason: 'connection limit', reconnect: false },
} as const;

export type End = (typeof ends)[keyof typeof ends];

const channelBegin = '$alerts:donation_';

/** The channel of the donations to a person, by the number that tools know. */
export const channelOf = (personNumber: number) => `${channelBegin}${personNumber}`;

/** Whether a channel is one of donations, whosever they are. */
export const isAlertChannel = (channel: string) => channel.startsWith(channelBegin);
