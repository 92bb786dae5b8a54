import { z } from 'zod';
import { telegramLogin } from '#app/identity/identity-failures.ts';
import { del, get, nothing, post } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { wireId } from '#base/calls/id-wire.ts';
import { seenLine } from '#base/calls/text-wire.ts';
import { tooManyApplications, tooManyGranted, unknownApplication, wrongRedirect } from './integration-failures.ts';
import { mostRedirects, tokenScopes } from './scopes.ts';

const instant = z.iso.datetime();

const redirects = z
  .array(z.string().max(500, { error: 'Слишком длинный адрес' }))
  .min(1, { error: 'Введите адрес' })
  .max(mostRedirects, { error: `Не больше ${mostRedirects} адресов` });

/** What an application sends people with to `/oauth/authorize`, under names of our own. */
const asked = {
  clientId: z.string().max(20).default(''),
  redirectUri: z.string().max(500).default(''),
  responseType: z.string().max(100).optional(),
  scope: z.string().max(1_000).optional(),
  state: z.string().max(2_000).optional(),
  challenge: z.string().max(200).optional(),
  challengeMethod: z.string().max(20).optional(),
};

/** Calls for programs of developers that ask people for access by OAuth 2.0 (docs/rules.md#applications). */
export const applicationsCalls = {
  /** The applications that the caller has registered, newest first, without their secrets. */
  applications: get('Integration/Applications', {
    summary: 'Own applications',
    access: 'user',
    answer: z.array(
      z.object({
        id: wireId,
        clientId: z.string(),
        name: z.string(),
        redirects: z.array(z.string()),
        ending: z.string(),
        createdAt: instant,
      }),
    ),
    errors: [],
  }),
  /**
   * Registers an application; `secret` is returned only once. 400 with the fault in `fields.redirects`: an address that is neither https nor http of
   * the own computer; 409 `TooManyApplications`.
   */
  createApplication: post('Integration/CreateApplication', {
    summary: 'Register an application',
    access: 'user',
    body: z.strictObject({ name: seenLine().min(1, { error: 'Назовите приложение' }).max(60), redirects }),
    answer: z.object({ id: wireId, clientId: z.string(), secret: z.string() }),
    errors: [tooManyApplications],
  }),
  /** Removes an application; the access that people have given it ends at once. 404: none with this id, or another person's. */
  deleteApplication: del('Integration/Application', {
    summary: 'Remove an application',
    access: 'user',
    query: z.object({ id: wireId }),
    answer: nothing,
    errors: [failures.notFound],
  }),
  /** The applications that the caller has given access, the last one first. `createdAt`: when they got it last. */
  granted: get('Integration/Granted', {
    summary: 'Applications with access',
    access: 'user',
    answer: z.array(
      z.object({
        applicationId: wireId,
        name: z.string(),
        scopes: z.array(z.enum(tokenScopes)),
        createdAt: instant,
        lastUsedAt: instant.nullable(),
      }),
    ),
    errors: [],
  }),
  /** Ends the access of an application at once. 404: it has none. */
  deleteGranted: del('Integration/Granted', {
    summary: 'End the access of an application',
    access: 'user',
    query: z.object({ applicationId: wireId }),
    answer: nothing,
    errors: [failures.notFound],
  }),
  /**
   * What an application asks the caller for. `page`: the caller's user name, whose donations it would see; `host`: where the caller is sent back;
   * `refused`: it asks for what it cannot get, and may be sent back with that. 404 `UnknownApplication`; 409 `WrongRedirect`.
   */
  askedAccess: get('Integration/Access', {
    summary: 'What an application asks for',
    access: 'user',
    query: z.object(asked),
    answer: z.object({
      name: z.string(),
      developer: z.string(),
      page: z.string(),
      host: z.string(),
      scopes: z.array(z.enum(tokenScopes)),
      refused: z.object({ error: z.string(), location: z.string() }).nullable(),
    }),
    errors: [failures.notFound, unknownApplication, wrongRedirect],
  }),
  /**
   * Allows or denies it; `location`: where the browser goes on, with a code or an error for the application. 404 `UnknownApplication`; 409
   * `WrongRedirect`, `TooManyGranted`; 403 `TelegramLogin`: a session that a chat has opened allows nothing.
   */
  answerAccess: post('Integration/Access', {
    summary: 'Allow or deny an application',
    access: 'user',
    transaction: 'own',
    body: z.strictObject({ ...asked, isAllowed: z.boolean() }),
    answer: z.object({ location: z.string() }),
    errors: [failures.notFound, unknownApplication, wrongRedirect, tooManyGranted, telegramLogin],
  }),
};
