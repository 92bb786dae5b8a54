import { z } from 'zod';
import { telegramLogin } from '#app/identity/identity-failures.ts';
import { del, events as eventStream, get, nothing, page, paging, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { seenLine } from '#base/calls/text-wire.ts';
import { narrowKey, tooManyStreams, wrongStreamKey } from './events/stream-failures.ts';
import { streamQuery } from './events/stream-query.ts';
import { tooManyTokens, tooManyWebhooks, webhookOff } from './integration-failures.ts';
import { tokenScopes, webhookEvents } from './scopes.ts';

const instant = z.iso.datetime();

const scopes = z
  .array(z.enum(tokenScopes))
  .min(1, { error: 'Выберите, что ключ может читать' })
  .max(tokenScopes.length);

const events = z
  .array(z.enum(webhookEvents))
  .min(1, { error: 'Выберите хотя бы одно событие' })
  .max(webhookEvents.length);

const url = z.string().trim().max(500, { error: 'Слишком длинный адрес' });

const webhook = z.object({
  id: wireId,
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  isOn: z.boolean(),
  /** Failures in a row. */
  failures: z.int(),
  /** When it was disabled, after too many failures or by its owner. */
  switchedOffAt: instant.nullable(),
  createdAt: instant,
});

/** Calls for a creator's own programs: access tokens for the read API, and webhooks. */
export const integrationsCalls = {
  /** The caller's access tokens, newest first, without the secret values. */
  tokens: get('Integration/Tokens', {
    summary: 'Own access tokens',
    access: 'user',
    answer: z.array(
      z.object({
        id: wireId,
        name: z.string(),
        ending: z.string(),
        scopes: z.array(z.enum(tokenScopes)),
        createdAt: instant,
        lastUsedAt: instant.nullable(),
      }),
    ),
    errors: [],
  }),
  /**
   * Creates an access token; `token` is returned only once. It grants the read API below `/api/v1` and nothing else. 409 `TooManyTokens`; 403
   * `TelegramLogin`: a session that a chat has opened makes none, since a token lasts longer.
   */
  createToken: post('Integration/CreateToken', {
    summary: 'Make an access token',
    access: 'user',
    body: z.strictObject({ name: seenLine().min(1, { error: 'Назовите ключ' }).max(60), scopes }),
    answer: z.object({ id: wireId, token: z.string() }),
    errors: [tooManyTokens, telegramLogin],
  }),
  /** Revokes an access token at once. 404: none with this id, or another person's. */
  deleteToken: del('Integration/Token', {
    summary: 'Revoke an access token',
    access: 'user',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [failures.notFound],
  }),
  /** The caller's webhooks, oldest first. */
  webhooks: get('Integration/Webhooks', {
    summary: 'Own webhooks',
    access: 'user',
    answer: z.array(webhook),
    errors: [],
  }),
  /**
   * Adds a webhook. `secret` signs its messages and is returned only once. 400 with the fault in `fields.url`: no https, or an address
   * of an inner network; 409 `TooManyWebhooks`; 403 `TelegramLogin`, as for access tokens.
   */
  createWebhook: post('Integration/CreateWebhook', {
    summary: 'Add a webhook',
    access: 'user',
    transaction: 'own',
    body: z.strictObject({ url, events }),
    answer: z.object({ id: wireId, secret: z.string() }),
    errors: [failures.notFound, tooManyWebhooks, telegramLogin],
  }),
  /**
   * Changes a webhook. Enabling it resets its failures and sends waiting messages. 404: none with this id, or another person's; 403
   * `TelegramLogin`: a session that a chat has opened gives it another address.
   */
  changeWebhook: put('Integration/Webhook', {
    summary: 'Change a webhook',
    access: 'user',
    body: z.strictObject({ id: wireId, url, events, isOn: z.boolean() }),
    answer: nothing,
    errors: [failures.notFound, telegramLogin],
  }),
  /** Removes a webhook and its log. 404: none with this id, or another person's. */
  deleteWebhook: del('Integration/Webhook', {
    summary: 'Remove a webhook',
    access: 'user',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [failures.notFound],
  }),
  /** Sends the event `ping` like a real one. 404; 409 `WebhookOff`. */
  testWebhook: post('Integration/TestWebhook', {
    summary: 'Send a test event',
    access: 'user',
    transaction: 'own',
    query: z.object({ id: wireId }),
    answer: z.object({ deliveryId: wireId }),
    errors: [failures.notFound, webhookOff],
  }),
  /** The messages of a webhook, newest first; `waiting` ones are being sent (`isSending`) or retried at `nextAt`. 404: none with this id, or another person's. */
  deliveries: get('Integration/Deliveries', {
    summary: 'The log of a webhook',
    access: 'user',
    query: z.object({ webhookId: wireId, ...paging(10) }),
    answer: page(
      z.object({
        id: wireId,
        event: z.string(),
        state: z.enum(['waiting', 'delivered', 'failed']),
        attempts: z.int(),
        isSending: z.boolean(),
        lastStatus: z.int().nullable(),
        lastError: z.string().nullable(),
        createdAt: instant,
        nextAt: instant.nullable(),
        deliveredAt: instant.nullable(),
        body: z.string(),
      }),
    ),
    errors: [failures.notFound],
  }),
  /** Sends a message again, delivered or not, with the same id and body. 404; 409 `WebhookOff`. */
  redeliver: post('Integration/Redeliver', {
    summary: 'Send a message again',
    access: 'user',
    transaction: 'own',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [failures.notFound, webhookOff],
  }),
  /**
   * The events of the owner of an access token with the scope `events`, as they happen (docs/event-stream.md). Each has the name of its event and, as
   * data, what a webhook gets: `{event, createdAt, data}`. Its id is its number; `Last-Event-ID` or `after` resumes, for 7 days. `ready` comes first, with
   * the number of the last event before it. `goal`, at the start
   * and on each change, has no id. The token is `Authorization: Bearer` or `token`. The same by web socket at `/api/Events/Socket`. It ends when the
   * token is revoked.
   */
  eventStream: get('Events/Stream', {
    summary: "The stream of the owner's events",
    access: 'key',
    form: 'events',
    query: streamQuery,
    answer: eventStream,
    errors: [wrongStreamKey, narrowKey, tooManyStreams],
  }),
};
