import Centrifuge from 'centrifuge';
import Strategy from 'passport-donationalerts';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { allScopes, type Client } from './oauth-fixture.ts';

/** The host that these programs know. */
const knownHost = 'https://www.donationalerts.com';

/** What a program knows of its user after the login. */
export interface Login {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly profile: Readonly<Record<string, unknown>>;
}

/** The login of a program by the package `passport-donationalerts`, with PKCE and a state. `consent`: what the browser does; returns where it is led. */
export async function logIn(url: string, client: Client, consent: (asked: URL) => Promise<URL>): Promise<Login> {
  const login = Promise.withResolvers<Login>();
  const strategy = new Strategy(
    {
      authorizationURL: `${url}/oauth/authorize`,
      tokenURL: `${url}/oauth/token`,
      clientID: client.clientId,
      clientSecret: client.secret,
      callbackURL: client.redirect,
      scope: allScopes.split(' '),
      pkce: true,
      state: true,
    },
    (accessToken, refreshToken, profile, done) => {
      login.resolve({ accessToken, refreshToken, profile });
      done(null, profile);
    },
  );
  // The address of the user is the only one that it has no option for.
  const oauth = strategy._oauth2;
  const request = oauth._request.bind(oauth);
  oauth._request = (method, address, ...others) => request(method, address.replace(knownHost, url), ...others);
  const session = {};
  const asked = Promise.withResolvers<string>();
  strategy.redirect = asked.resolve;
  strategy.success = () => undefined;
  strategy.fail = (reason) => login.reject(new Error(JSON.stringify(reason)));
  strategy.error = login.reject;
  strategy.authenticate({ session, query: {} });
  const back = await consent(new URL(await asked.promise));
  strategy.authenticate({ session, query: Object.fromEntries(back.searchParams) });
  return login.promise;
}

const publication = z.object({ data: z.object({ id: z.number() }).loose() });

/** A program that listens by the package `centrifuge`, as those of DonationAlerts do. */
export function listen(
  url: string,
  accessToken: string,
  { id, token }: { readonly id: unknown; readonly token: string },
) {
  const got: z.output<typeof publication>['data'][] = [];
  const seen: string[] = [];
  const transports: WebSocket[] = [];
  class Transport extends WebSocket {
    constructor(address: string) {
      super(address);
      transports.push(this);
    }
  }
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const centrifuge = new Centrifuge(`${url.replace('http', 'ws')}/connection/websocket`, {
    websocket: Transport,
    minRetry: 50,
    maxRetry: 200,
    onPrivateSubscribe: ({ data }, done) => {
      const body = JSON.stringify(data);
      void fetch(`${url}/api/v1/centrifuge/subscribe`, { method: 'POST', headers, body })
        .then(async (answer) =>
          done({ status: answer.status, data: answer.ok ? await answer.json() : { channels: [] } }),
        )
        .catch(() => done({ status: 0, data: { channels: [] } }));
    },
  });
  centrifuge.setToken(token);
  centrifuge.on('connect', () => seen.push('connect'));
  centrifuge.on('disconnect', ({ reason, reconnect }) => seen.push(`disconnect ${reason} ${reconnect}`));
  const subscription = centrifuge.subscribe(`$alerts:donation_${id}`, (message) =>
    got.push(publication.parse(message).data),
  );
  subscription.on('join', () => seen.push('join'));
  subscription.on('subscribe', () => seen.push('subscribe'));
  subscription.on('error', ({ code }) => seen.push(`error ${code}`));
  centrifuge.connect();
  /** Breaks the connection, which is made again after some milliseconds. */
  const breakOff = (milliseconds: number) => {
    Object.assign(Reflect.get(centrifuge, '_config'), { minRetry: milliseconds, maxRetry: milliseconds });
    transports.at(-1)?.terminate();
  };
  return { got, seen, breakOff, close: () => centrifuge.disconnect() };
}
