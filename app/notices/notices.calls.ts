import { z } from 'zod';
import { telegramLogin } from '#app/identity/identity-failures.ts';
import { del, get, nothing, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { locales } from '#base/text/locales.ts';
import { sameHours } from './muted-hours.ts';
import { pushRefused, telegramOff, telegramUnavailable } from './notice-failures.ts';
import { noticeTopics } from './notice-topics.ts';

const topic = z.enum(noticeTopics);
const language = z.enum(locales);
const hour = z.int().min(0).max(23);

/** The hours in which it does not ring, in the country's time; `until` may be of the next day. */
const muted = z
  .strictObject({ from: hour, until: hour })
  .refine(({ from, until }) => from !== until, { error: sameHours });

/** Calls for the notices that a person gets outside the site (docs/rules.md#notices). */
export const noticesCalls = {
  /**
   * Where the caller gets notices. `hasTelegram`: the platform has a bot. `pushKey`: what a browser subscribes with (VAPID, base64url).
   * `pageInTelegram`: the address that opens the caller's own page inside Telegram; null: there is none yet.
   * `name`: of the chat, or of the browser. `opensAccount`: it can log in. `codeChat`: of login codes in Telegram, since when they go there (null: they do not), until when, and the
   * address by which the own phone is confirmed; null: not offered (no bot, one of the staff, no chat that opens the account). `browser`: SHA-256 of a browser's endpoint, in hex; null for a chat.
   */
  settings: get('Notice/Settings', {
    summary: 'Where own notices go',
    access: 'user',
    answer: z.object({
      hasTelegram: z.boolean(),
      pushKey: z.string(),
      pageInTelegram: z.string().nullable(),
      codeChat: z
        .object({ confirmedAt: z.iso.datetime().nullable(), endsAt: z.iso.datetime().nullable(), url: z.string() })
        .nullable(),
      receivers: z.array(
        z.object({
          id: wireId,
          kind: z.enum(['telegram', 'push']),
          name: z.string(),
          browser: z.string().nullable(),
          topics: z.array(topic),
          language,
          muted: muted.nullable(),
          opensAccount: z.boolean(),
          createdAt: z.iso.datetime(),
        }),
      ),
    }),
    errors: [],
  }),
  /**
   * Makes the address that links a chat: whoever opens it within 10 minutes and presses Start gets the caller's notices there, once.
   * An older address ends, and this one with the caller's session. `language`: that of the messages. 409 `TelegramOff`; 503 `TelegramUnavailable`.
   */
  linkTelegram: post('Notice/LinkTelegram', {
    summary: 'Make an address that links a Telegram chat',
    access: 'user',
    transaction: 'own',
    body: z.strictObject({ language }),
    answer: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
    errors: [telegramOff, telegramUnavailable],
  }),
  /**
   * Adds the browser that asks as a receiver, as its push service has given the endpoint and keys; what it gets stays as it was if it is known.
   * At most ten: the oldest makes room. 400 `PushRefused`: the endpoint is no public https address; 403 `TelegramLogin`: a chat has opened the session.
   */
  addBrowser: post('Notice/Browser', {
    summary: 'Get notices in this browser',
    access: 'user',
    transaction: 'own',
    body: z.strictObject({
      endpoint: z.url().max(1_000),
      p256dh: z.string().regex(/^[\w-]{87}=?$/),
      auth: z.string().regex(/^[\w-]{22}(?:==)?$/),
      language,
    }),
    answer: z.object({ id: wireId }),
    errors: [pushRefused, telegramLogin],
  }),
  /**
   * Changes what a receiver gets, in which language, and in which hours without a sound: null: none, absent: as before; 400 `fields.muted` where both are the same.
   * `opensAccount`: false: the chat gets messages only, and the sessions that it has opened end; absent: as before.
   * 404: none with this id, or another person's.
   */
  changeReceiver: put('Notice/Receiver', {
    summary: 'Change what a receiver of notices gets',
    access: 'user',
    body: z.strictObject({
      id: wireId,
      topics: z.array(topic).max(noticeTopics.length),
      language,
      muted: muted.nullable().optional(),
      opensAccount: z.literal(false).optional(),
    }),
    answer: nothing,
    errors: [failures.notFound],
  }),
  /**
   * Lets the chat that is linked to the caller confirm the phone within 15 minutes, so that login codes come there (docs/rules.md#codes-in-telegram). 403
   * `TelegramLogin`: a chat has opened the session; 404: no chat that opens the account is linked, or one of the staff asks.
   */
  letCodeChat: post('Notice/CodeChat', {
    summary: 'Let the linked chat get login codes',
    access: 'user',
    answer: nothing,
    errors: [telegramLogin, failures.notFound],
  }),
  /** Login codes of the caller go by SMS again, not to the chat that confirmed the phone (docs/rules.md#codes-in-telegram). 404: they went to none. */
  endCodeChat: del('Notice/CodeChat', {
    summary: 'Get login codes by SMS again',
    access: 'user',
    answer: nothing,
    errors: [failures.notFound],
  }),
  /** Unlinks a receiver: nothing more is sent there, and its buttons do nothing. 404: none with this id, or another person's. */
  deleteReceiver: del('Notice/Receiver', {
    summary: 'Unlink a receiver of notices',
    access: 'user',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [failures.notFound],
  }),
};
