import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { SignedIn } from './sign-in.ts';
import type { TestApp } from './start-app.ts';

const made = z.object({ data: z.object({ id: z.string(), clientId: z.string(), secret: z.string() }) });
const withLocation = z.object({ data: z.object({ location: z.string() }) });
const keys = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int(),
  token_type: z.string(),
});

/** An application as its developer knows it. */
export interface Client {
  readonly id: string;
  readonly clientId: string;
  readonly secret: string;
  readonly redirect: string;
}

export const allScopes = 'oauth-user-show oauth-donation-index oauth-donation-subscribe';

export async function makeApplication(
  app: TestApp,
  developer: SignedIn,
  redirect = 'http://127.0.0.1:9/back',
): Promise<Client> {
  const body = { name: 'Бот для стрима', redirects: [redirect] };
  const answer = await app.api('POST Integration/CreateApplication', { body }, developer);
  return { ...made.parse(answer.body).data, redirect };
}

/** What the browser of a person sends from the consent screen; returns where it is led. */
export async function answerAccess(app: TestApp, person: SignedIn, client: Client, more: object = {}): Promise<URL> {
  const body = {
    clientId: client.clientId,
    redirectUri: client.redirect,
    responseType: 'code',
    scope: allScopes,
    isAllowed: true,
    ...more,
  };
  const answer = await app.api('POST Integration/Access', { body }, person);
  return new URL(withLocation.parse(answer.body).data.location);
}

export async function allowedCode(app: TestApp, person: SignedIn, client: Client, more: object = {}): Promise<string> {
  return (await answerAccess(app, person, client, more)).searchParams.get('code') ?? '';
}

/** Sends a form to `/oauth/token`. */
export async function askKeys(app: TestApp, fields: Readonly<Record<string, string>>) {
  const answer = await fetch(`${app.url}/oauth/token`, { method: 'POST', body: new URLSearchParams(fields) });
  const body: unknown = await answer.json();
  return { status: answer.status, body, keys: keys.safeParse(body).data };
}

export const codeFields = ({ clientId, secret, redirect }: Client, code: string) => ({
  grant_type: 'authorization_code',
  client_id: clientId,
  client_secret: secret,
  redirect_uri: redirect,
  code,
});

export const refreshFields = ({ clientId, secret }: Client, refreshToken: string) => ({
  grant_type: 'refresh_token',
  client_id: clientId,
  client_secret: secret,
  refresh_token: refreshToken,
});

/** The whole way from the consent to the keys. */
export async function grantKeys(app: TestApp, person: SignedIn, client: Client, more: object = {}) {
  const answer = await askKeys(app, codeFields(client, await allowedCode(app, person, client, more)));
  return keys.parse(answer.body);
}

export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');
