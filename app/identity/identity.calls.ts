import { z } from 'zod';
import { del, get, nothing, post, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { normalisePhone } from '#base/text/phone.ts';
import {
  accountBlocked,
  actionExpired,
  badCredentials,
  codeExpired,
  phoneNotConfirmed,
  phoneTaken,
  sessionEnded,
  smsUnavailable,
  weakPassword,
  wrongCode,
} from './identity-failures.ts';
import { roles } from './roles.ts';

/**
 * A phone in any notation, normalised (docs/rules.md#identity). The number of digits depends on the country.
 */
const phone = z
  .string()
  .max(40)
  .transform(normalisePhone)
  .pipe(z.string().regex(/^\d{7,15}$/, { error: 'Укажите номер телефона' }));

/** A code as typed. A malformed one counts as wrong. */
const code = z.string().trim().min(1).max(16);

/** The calls check the rules for passwords themselves and answer `WeakPassword`. */
const password = z.string().min(1).max(1024);

const actionId = z.string().min(1).max(100);

const oldToken = z.string().max(4096);

/** `token`: the access token, 15 minutes; `refreshToken`: 24 or 500 hours. */
const tokens = z.object({ token: z.string(), refreshToken: z.string() });

/**
 * `resendIn`: seconds until another code may be requested. `message` (our own addition): the way it was sent, where Sms/Delivery knows what
 * becomes of it.
 */
const sent = z.object({
  codeSent: z.literal(true),
  resendIn: z.int(),
  message: z.object({ id: wireId, channel: z.enum(['sms', 'telegram']) }).optional(),
});

/** `chats` and `browsers`: that got notices; `hasWidgets`: the widget addresses have changed. */
const revokedTools = z.object({
  tokens: z.int(),
  webhooks: z.int(),
  chats: z.int(),
  browsers: z.int(),
  hasWidgets: z.boolean(),
});

const rememberMe = z.boolean().default(false);

const { tooManyRequests, unavailable, notFound } = failures;

/** Registration, login, codes and sessions (docs/rules.md#codes). */
export const identityCalls = {
  /** Whether a phone has an account (docs/rules.md#identity). */
  checkPhone: get('Identity/CheckPhone', {
    summary: 'Whether a phone is registered',
    access: 'guest',
    query: z.object({ phone }),
    answer: z.object({ exists: z.boolean() }),
    errors: [tooManyRequests],
  }),

  /**
   * Stores a registration for an hour and sends a code. `password`: 8..128 characters, not among the 10,000 most common. CheckComfirmCode
   * takes `actionId` with the code and creates the account (docs/rules.md#codes).
   */
  register: post('Identity/Register', {
    summary: 'Ask for an account; a code is sent to the phone',
    access: 'guest',
    body: z.strictObject({ phone, password }),
    answer: sent.extend({ actionId: z.string() }),
    errors: [phoneTaken, weakPassword, tooManyRequests, smsUnavailable, unavailable],
    transaction: 'own',
  }),

  /** Sends a code for CheckComfirmCode or ConfirmCode: single use, 5 minutes. The same for an unknown phone (docs/rules.md#codes). */
  sendCode: get('Sms/SendComfirmCode', {
    summary: 'Send a code to a phone',
    access: 'guest',
    hasEffect: true,
    query: z.object({ phone }),
    answer: sent,
    errors: [tooManyRequests, smsUnavailable],
  }),

  /** What became of a message with a code, for 10 minutes; its sender is asked at most every 3 seconds. Our own addition. */
  delivery: get('Sms/Delivery', {
    summary: 'What became of a message with a code',
    access: 'guest',
    hasEffect: true,
    query: z.object({ id: wireId }),
    answer: z.object({ state: z.enum(['sent', 'delivered', 'read', 'failed']) }),
    errors: [notFound, tooManyRequests],
  }),

  /**
   * Confirms the phone and logs in; creates an account if there is none. With Register's `actionId` its password takes effect; without it
   * all pending passwords of the phone are dropped (docs/rules.md#identity).
   */
  checkCode: get('Sms/CheckComfirmCode', {
    summary: 'Confirm a phone by its code and log in',
    access: 'guest',
    hasEffect: true,
    query: z.object({ phone, comfirmCode: code, rememberMe, actionId: actionId.optional() }),
    answer: tokens,
    errors: [wrongCode, codeExpired, phoneTaken, accountBlocked, tooManyRequests],
  }),

  /** Logs in by password. The session never has the roles moderator and admin (docs/rules.md#roles). */
  token: post('Identity/Token', {
    summary: 'Log in by password',
    access: 'guest',
    body: z.strictObject({ phone, password, rememberMe }),
    answer: tokens,
    errors: [badCredentials, phoneNotConfirmed, accountBlocked, tooManyRequests, unavailable],
    transaction: 'own',
  }),

  /**
   * Exchanges a code for the right to change this phone's password, once, within 10 minutes (docs/rules.md#codes). `hasTools` (our own
   * addition, absent if there are none): the account has access tokens, webhooks or widgets; ChangePassword asks about them.
   */
  confirmCode: get('Identity/ConfirmCode', {
    summary: 'Get the right to change a password by a code',
    access: 'guest',
    hasEffect: true,
    query: z.object({ phone, code }),
    answer: z.object({ actionId: z.string(), hasTools: z.literal(true).optional() }),
    errors: [wrongCode, codeExpired, tooManyRequests],
  }),

  /**
   * Sets the password of ConfirmCode's phone. Ends every session of the user, and revokes access tokens, webhooks and widget addresses
   * unless `keepTools` is true (docs/rules.md#sessions). `revoked` (our own addition): how many there were.
   */
  changePassword: put('Identity/ChangePassword', {
    summary: 'Set a new password',
    access: 'guest',
    query: z.object({ actionId, password, keepTools: z.boolean().default(false) }),
    answer: z.object({ revoked: revokedTools.optional() }),
    errors: [weakPassword, actionExpired, accountBlocked, tooManyRequests, unavailable],
    transaction: 'own',
  }),

  /**
   * First step of a staff login: checks the password and sends the code of the second step. A plain user gets the answer of a wrong
   * password (docs/rules.md#roles).
   */
  adminLogin: post('Identity/AdminLogin', {
    summary: 'Log in to the admin area: password',
    access: 'guest',
    body: z.strictObject({ phone, password, rememberMe }),
    answer: sent,
    errors: [badCredentials, accountBlocked, tooManyRequests, smsUnavailable, unavailable],
    transaction: 'own',
  }),

  /** Second step: the only way to a session with the role moderator or admin. Accepts only AdminLogin's code (docs/rules.md#roles). */
  confirmCodeAdmin: get('Identity/ConfirmCodeAdmin', {
    summary: 'Log in to the admin area: code',
    access: 'guest',
    hasEffect: true,
    query: z.object({ phone, code }),
    answer: tokens,
    errors: [wrongCode, codeExpired, accountBlocked, tooManyRequests],
  }),

  /**
   * Rotates the refresh token. The access token may be expired or missing. A token rotated within the last 10 s gets the same successor
   * again; an older one ends the session (docs/rules.md#sessions).
   */
  refreshToken: post('Identity/RefreshToken', {
    summary: 'New tokens for a session',
    access: 'guest',
    body: z.strictObject({ accessToken: oldToken, refreshToken: oldToken }),
    answer: tokens,
    errors: [sessionEnded],
    transaction: 'own',
  }),

  /** Ends the session of either token; answers `{}` also if it has already ended (docs/rules.md#sessions). */
  revokeToken: post('Identity/RevokeToken', {
    summary: 'Log out',
    access: 'guest',
    body: z.strictObject({ accessToken: oldToken, refreshToken: oldToken }),
    answer: nothing,
    errors: [],
    transaction: 'own',
  }),

  /** The logged-in user with the roles of this session (docs/rules.md#roles). `name`: the whole name, hidden or not; absent without one. */
  getUser: post('Identity/GetUser', {
    summary: 'Who is logged in',
    access: 'user',
    answer: z.object({
      id: wireId,
      phone: z.string(),
      userName: z.string(),
      name: z.string().optional(),
      roles: z.array(z.enum(roles)),
    }),
    errors: [],
    transaction: 'own',
  }),

  /** The active sessions of the caller, the most recently used first. `device`: browser and system if known. */
  sessions: get('Identity/Sessions', {
    summary: 'Own sessions',
    access: 'user',
    answer: z.array(
      z.object({
        id: wireId,
        device: z.string().nullable(),
        createdAt: z.iso.datetime(),
        lastUsedAt: z.iso.datetime(),
        isCurrent: z.boolean(),
      }),
    ),
    errors: [],
  }),

  /** Ends a session of the caller. Another user's session is the same 404 as a missing one. */
  endSession: del('Identity/Session', {
    summary: 'End one of the own sessions',
    access: 'user',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [notFound],
  }),
};
