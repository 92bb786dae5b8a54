import { z } from 'zod';
import { wireId } from '#base/calls/id-wire.ts';
import { createSealer } from '#base/config/secrets.server.ts';
import { connectionSeconds } from '../scopes.ts';

const subscriptionSeconds = 600;

const connection = z.object({ token: wireId, until: z.int() });
const subscription = connection.extend({ client: z.string(), channel: z.string() });

/** The right to a channel, for one connection. */
interface Subscription {
  /** The id of the access token. */
  readonly token: string;
  readonly client: string;
  readonly channel: string;
}

/** The tokens of sockets: sealed, so that nobody can make or read one. They give nothing that the access token behind them does not. */
export interface SocketTokens {
  /** For `socket_connection_token`. */
  issueConnection(tokenId: string): string;
  /** The id of the access token. */
  readConnection(text: string): string | 'expired' | null;
  issueSubscription(subscription: Subscription): string;
  readSubscription(text: string): Subscription | 'expired' | null;
}

const now = () => Math.floor(Date.now() / 1_000);

/** `programSecrets` is `JWT_SECRET`: one secret or several, separated by commas. */
export function createSocketTokens(programSecrets: string): SocketTokens {
  const connections = createSealer(programSecrets, 'opora socket connections');
  const subscriptions = createSealer(programSecrets, 'opora socket subscriptions');
  const seal = (sealer: typeof connections, claims: object) =>
    sealer.seal(JSON.stringify(claims)).toString('base64url');
  function open<Claims extends { readonly until: number }>(
    sealer: typeof connections,
    schema: z.ZodType<Claims>,
    text: string,
  ): Claims | 'expired' | null {
    const opened = sealer.open(Buffer.from(text, 'base64url'));
    if (opened === null) return null;
    const claims = schema.parse(JSON.parse(opened.text));
    return claims.until > now() ? claims : 'expired';
  }
  return {
    issueConnection: (token) => seal(connections, { token, until: now() + connectionSeconds }),
    readConnection(text) {
      const claims = open(connections, connection, text);
      return claims === null || claims === 'expired' ? claims : claims.token;
    },
    issueSubscription: (claims) => seal(subscriptions, { ...claims, until: now() + subscriptionSeconds }),
    readSubscription: (text) => open(subscriptions, subscription, text),
  };
}
