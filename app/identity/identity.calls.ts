import { z } from 'zod';
import { del, get, nothing, post, put } from '#base/call.ts';
import { failures } from '#base/errors.ts';
import { wireId } from '#base/id-wire.ts';
import { normalisePhone } from '#base/phone.ts';
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

/** In any writing; normalised by removing plus, spaces, parentheses and dashes (specification, point 5). The country says how many digits. */
const phone = z
  .string()
  .max(40)
  .transform(normalisePhone)
  .pipe(z.string().regex(/^\d{7,15}$/, { error: 'Укажите номер телефона' }));

/** A code as it was typed; what is not the right one is a wrong one, whatever it looks like. */
const code = z.string().trim().min(1).max(16);

/** Bounds that the product speaks of are checked by the calls themselves, which name the failure `WeakPassword`. */
const password = z.string().min(1).max(1024);

const actionId = z.string().min(1).max(100);

const oldToken = z.string().max(4096);

/** `token`: the access token, 15 minutes; `refreshToken`: its successor-maker, 24 or 500 hours. */
const tokens = z.object({ token: z.string(), refreshToken: z.string() });

/** `resendIn`: seconds until another code may be asked for. */
const sent = z.object({ codeSent: z.literal(true), resendIn: z.int() });

const rememberMe = z.boolean().default(false);

const { tooManyRequests, unavailable, notFound } = failures;

/** Registration, login, codes and sessions (contract, section 2; specification, points 4, 7, 8 and 9). */
export const identityCalls = {
  /** Whether a phone has an account (contract, section 2). */
  checkPhone: get('Identity/CheckPhone', {
    summary: 'Whether a phone is registered',
    access: 'guest',
    query: z.object({ phone }),
    answer: z.object({ exists: z.boolean() }),
    errors: [tooManyRequests],
  }),

  /**
   * Keeps a registration for an hour and sends a code. `password`: 8..128 characters, not among the commonest 10,000.
   * `actionId` goes to CheckComfirmCode with the code; only then is there an account (contract, section 2).
   */
  register: post('Identity/Register', {
    summary: 'Ask for an account; a code is sent to the phone',
    access: 'guest',
    body: z.strictObject({ phone, password }),
    answer: sent.extend({ actionId: z.string() }),
    errors: [phoneTaken, weakPassword, tooManyRequests, smsUnavailable, unavailable],
    transaction: 'own',
  }),

  /** Sends a code that opens CheckComfirmCode or ConfirmCode, once, within 5 minutes. The same for an unknown phone (contract, section 2). */
  sendCode: get('Sms/SendComfirmCode', {
    summary: 'Send a code to a phone',
    access: 'guest',
    query: z.object({ phone }),
    answer: sent,
    errors: [tooManyRequests, smsUnavailable],
  }),

  /**
   * Confirms the phone and logs in, which makes an account where there is none. With Register's `actionId` its password
   * takes effect; without it every password that waits for this phone is dropped (contract, section 2).
   */
  checkCode: get('Sms/CheckComfirmCode', {
    summary: 'Confirm a phone by its code and log in',
    access: 'guest',
    query: z.object({ phone, comfirmCode: code, rememberMe, actionId: actionId.optional() }),
    answer: tokens,
    errors: [wrongCode, codeExpired, phoneTaken, accountBlocked, tooManyRequests],
  }),

  /** Logs in by password. A plain session: never moderator or admin (contract, section 2). */
  token: post('Identity/Token', {
    summary: 'Log in by password',
    access: 'guest',
    body: z.strictObject({ phone, password, rememberMe }),
    answer: tokens,
    errors: [badCredentials, phoneNotConfirmed, accountBlocked, tooManyRequests, unavailable],
    transaction: 'own',
  }),

  /** Turns a code into the single-use right, 10 minutes, to change this phone's password (contract, section 2). */
  confirmCode: get('Identity/ConfirmCode', {
    summary: 'Get the right to change a password by a code',
    access: 'guest',
    query: z.object({ phone, code }),
    answer: z.object({ actionId: z.string() }),
    errors: [wrongCode, codeExpired, tooManyRequests],
  }),

  /** Sets the password of ConfirmCode's phone; every session of the person ends (contract, section 2). */
  changePassword: put('Identity/ChangePassword', {
    summary: 'Set a new password',
    access: 'guest',
    query: z.object({ actionId, password }),
    answer: nothing,
    errors: [weakPassword, actionExpired, accountBlocked, tooManyRequests, unavailable],
    transaction: 'own',
  }),

  /** First step of a moderator's or admin's login; the code of the second is sent. A user is refused like a wrong password (contract, section 2). */
  adminLogin: post('Identity/AdminLogin', {
    summary: 'Log in to the admin area: password',
    access: 'guest',
    body: z.strictObject({ phone, password, rememberMe }),
    answer: sent,
    errors: [badCredentials, accountBlocked, tooManyRequests, smsUnavailable, unavailable],
    transaction: 'own',
  }),

  /** Second step: the only way to a session with the role of moderator or admin. Opened only by AdminLogin's code (contract, section 2). */
  confirmCodeAdmin: get('Identity/ConfirmCodeAdmin', {
    summary: 'Log in to the admin area: code',
    access: 'guest',
    query: z.object({ phone, code }),
    answer: tokens,
    errors: [wrongCode, codeExpired, accountBlocked, tooManyRequests],
  }),

  /**
   * Rotates the refresh token, which alone decides: the access token may be expired or lost. The token of a rotation in
   * the last 10 s is answered with the same successor; an older one ends the session (contract, section 2).
   */
  refreshToken: post('Identity/RefreshToken', {
    summary: 'New tokens for a session',
    access: 'guest',
    body: z.strictObject({ accessToken: oldToken, refreshToken: oldToken }),
    answer: tokens,
    errors: [sessionEnded],
    transaction: 'own',
  }),

  /** Ends the session of either token; also `{}` where it has ended before (contract, section 2). */
  revokeToken: post('Identity/RevokeToken', {
    summary: 'Log out',
    access: 'guest',
    body: z.strictObject({ accessToken: oldToken, refreshToken: oldToken }),
    answer: nothing,
    errors: [],
    transaction: 'own',
  }),

  /** Who is logged in, with the roles of this session (contract, section 2; specification, point 6). */
  getUser: post('Identity/GetUser', {
    summary: 'Who is logged in',
    access: 'user',
    answer: z.object({ id: wireId, phone: z.string(), userName: z.string(), roles: z.array(z.enum(roles)) }),
    errors: [],
    transaction: 'own',
  }),

  /**
   * One's own sessions that live, the one used last first. `device`: browser and system as far as they are known.
   * Beyond the specification: what logging out everywhere needs to be checked by eye.
   */
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

  /** Ends one of one's own sessions; another's is as little found as a missing one. Beyond the specification. */
  endSession: del('Identity/Session', {
    summary: 'End one of the own sessions',
    access: 'user',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [notFound],
  }),
};
