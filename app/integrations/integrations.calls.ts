import { z } from 'zod';
import { del, get, nothing, page, paging, post, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
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
  /** Set where it was switched off after too many failures, or by its owner. */
  switchedOffAt: instant.nullable(),
  createdAt: instant,
});

/** A creator's own programs: keys to read with, and addresses that are told what happens (extras beside contract, section 7). */
export const integrationsCalls = {
  /** The caller's keys, newest first; the keys themselves cannot be read again. */
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
  /** Makes a key; `token` is answered this once. It opens the read API below `/api/v1` and nothing else. 409 `TooManyTokens`. */
  createToken: post('Integration/CreateToken', {
    summary: 'Make an access token',
    access: 'user',
    body: z.strictObject({ name: z.string().trim().min(1, { error: 'Назовите ключ' }).max(60), scopes }),
    answer: z.object({ id: wireId, token: z.string() }),
    errors: [tooManyTokens],
  }),
  /** Takes a key back at once. 404: no such one or another's. */
  deleteToken: del('Integration/Token', {
    summary: 'Revoke an access token',
    access: 'user',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [failures.notFound],
  }),
  /** The caller's addresses, oldest first. */
  webhooks: get('Integration/Webhooks', {
    summary: 'Own webhooks',
    access: 'user',
    answer: z.array(webhook),
    errors: [],
  }),
  /**
   * Adds an address. `secret` signs its messages and is answered this once. 400 with the fault in `fields.url`: no https, or an address
   * of an inner network; 409 `TooManyWebhooks`.
   */
  createWebhook: post('Integration/CreateWebhook', {
    summary: 'Add a webhook',
    access: 'user',
    body: z.strictObject({ url, events }),
    answer: z.object({ id: wireId, secret: z.string() }),
    errors: [failures.notFound, tooManyWebhooks],
  }),
  /** Changes an address; switching it on forgets its failures and sends what has waited. 404: no such one or another's. */
  changeWebhook: put('Integration/Webhook', {
    summary: 'Change a webhook',
    access: 'user',
    body: z.strictObject({ id: wireId, url, events, isOn: z.boolean() }),
    answer: nothing,
    errors: [failures.notFound],
  }),
  /** Removes an address and its log. 404: no such one or another's. */
  deleteWebhook: del('Integration/Webhook', {
    summary: 'Remove a webhook',
    access: 'user',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [failures.notFound],
  }),
  /** Sends the event `ping` on the same road as a real one. 404; 409 `WebhookOff`. */
  testWebhook: post('Integration/TestWebhook', {
    summary: 'Send a test event',
    access: 'user',
    query: z.object({ id: wireId }),
    answer: z.object({ deliveryId: wireId }),
    errors: [failures.notFound, webhookOff],
  }),
  /** What was sent to an address, newest first: `waiting` is tried again at `nextAt`. 404: no such address or another's. */
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
  /** Sends a message once more, delivered or not, with its first id and body. 404; 409 `WebhookOff`. */
  redeliver: post('Integration/Redeliver', {
    summary: 'Send a message again',
    access: 'user',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [failures.notFound, webhookOff],
  }),
};
