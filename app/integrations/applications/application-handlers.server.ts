import { titleMessage } from '#app/creators/creator-failures.ts';
import { projectOfUser } from '#app/creators/creators.server.ts';
import { readNameOfSite } from '#app/creators/site-name-store.server.ts';
import { isTitle } from '#app/creators/staff-titles.ts';
import { requireLastingLogin, requireLiveSession } from '#app/identity/identity.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import { isoOrNull } from '#base/calls/moment-wire.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import type { applicationsCalls } from '../applications.calls.ts';
import { tooManyApplications, tooManyGranted, unknownApplication, wrongRedirect } from '../integration-failures.ts';
import { endSockets } from '../sockets/socket-feed.server.ts';
import {
  type Application,
  findApplication,
  insertApplication,
  readApplications,
  removeApplication,
} from './application-store.server.ts';
import { type AskedAccess, readAsked } from './asked-access.ts';
import { issueCode, mayGrant, readGranted, removeGranted } from './grant-store.server.ts';
import { addressWith, redirectFault } from './redirect-address.ts';

type ApplicationHandlers = Handlers<typeof applicationsCalls>;

const allowing: Budget = {
  name: 'application-access',
  points: 30,
  seconds: 600,
  message: 'Слишком часто. Подождите немного',
};

/** Has the sockets of a person ask whether their keys are still valid. */
export async function endSocketsOf(tx: Tx, personId: string): Promise<void> {
  const project = await projectOfUser(tx, personId);
  if (project !== null) await endSockets(tx, project);
}

function checkRedirects(redirects: readonly string[]): void {
  for (const address of redirects) {
    const fault = redirectFault(address);
    if (fault !== null) throw failures.validationFailed({ message: fault, fields: { redirects: fault } });
  }
}

/** People who are asked read the name: it must not speak for the site. */
async function checkName(db: Queryable, name: string): Promise<void> {
  if (isTitle(name, await readNameOfSite(db))) throw failures.validationFailed({ fields: { name: titleMessage } });
}

/** The application that asks. An address that is none of its own is never gone to. */
async function applicationOf(db: Queryable, { clientId, redirectUri }: AskedAccess): Promise<Application> {
  const application = await findApplication(db, clientId);
  if (application === null) throw unknownApplication();
  if (!application.redirects.includes(redirectUri)) throw wrongRedirect();
  return application;
}

/** Where the browser goes on, with an error for the application. */
function refusalAt({ redirectUri, state }: AskedAccess, error: string, description: string): string {
  return addressWith(redirectUri, { error, error_description: description, ...(state !== undefined && { state }) });
}

const ownHandlers: Pick<ApplicationHandlers, 'applications' | 'createApplication' | 'deleteApplication'> = {
  applications: async (_, context) => {
    const rows = await readApplications(context.db, callerOf(context).userId);
    return rows.map(({ number, createdAt, ...row }) => ({
      ...row,
      clientId: String(number),
      createdAt: createdAt.toISOString(),
    }));
  },
  createApplication: async ({ body }, context) => {
    checkRedirects(body.redirects);
    await checkName(context.db, body.name);
    const caller = callerOf(context);
    const made = await context.transaction(async (tx) => {
      const application = await insertApplication(tx, caller.userId, body);
      await requireLiveSession(tx, caller);
      return application;
    });
    if (made === null) throw tooManyApplications();
    return made;
  },
  deleteApplication: async ({ query: { id } }, context) => {
    // Its sockets end before the next donation: they may be too many to ring at.
    const isGone = await context.transaction((tx) => removeApplication(tx, id, callerOf(context).userId));
    if (!isGone) throw failures.notFound();
    return {};
  },
};

const grantedHandlers: Pick<ApplicationHandlers, 'granted' | 'deleteGranted'> = {
  granted: async (_, context) => {
    const rows = await readGranted(context.db, callerOf(context).userId);
    return rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: isoOrNull(row.lastUsedAt),
    }));
  },
  deleteGranted: async ({ query: { applicationId } }, context) => {
    const { userId } = callerOf(context);
    const isGone = await context.transaction(async (tx) => {
      const isRemoved = await removeGranted(tx, applicationId, userId);
      if (isRemoved) await endSocketsOf(tx, userId);
      return isRemoved;
    });
    if (!isGone) throw failures.notFound();
    return {};
  },
};

/** Answers the calls of applications. */
export const applicationHandlers: ApplicationHandlers = {
  ...ownHandlers,
  ...grantedHandlers,
  askedAccess: async ({ query }, context) => {
    const application = await applicationOf(context.db, query);
    const project = await projectOfUser(context.db, callerOf(context).userId);
    const developer = await projectOfUser(context.db, application.ownerId);
    if (project === null || developer === null) throw failures.notFound();
    const asked = readAsked(query);
    return {
      name: application.name,
      developer: developer.userName,
      page: project.userName,
      host: new URL(query.redirectUri).host,
      scopes: [...asked.scopes],
      refused:
        asked.error === null
          ? null
          : { error: asked.error, location: refusalAt(query, asked.error, asked.description) },
    };
  },
  answerAccess: async ({ body }, context) => {
    const caller = callerOf(context);
    const application = await applicationOf(context.db, body);
    if (!body.isAllowed) return { location: refusalAt(body, 'access_denied', 'The user has denied the request.') };
    const asked = readAsked(body);
    if (asked.error !== null) return { location: refusalAt(body, asked.error, asked.description) };
    await requireLastingLogin(context.db, caller);
    await context.limits.spend(allowing, caller.userId);
    const project = await projectOfUser(context.db, caller.userId);
    if (!project?.isAvailable) throw failures.notFound();
    const code = await context.transaction(async (tx) => {
      if (!(await mayGrant(tx, caller.userId, application.id))) return null;
      const made = await issueCode(tx, {
        applicationId: application.id,
        personId: caller.userId,
        scopes: asked.scopes,
        redirect: body.redirectUri,
        challenge: body.challenge ?? null,
      });
      await requireLiveSession(tx, caller);
      return made;
    });
    if (code === null) throw tooManyGranted();
    const { redirectUri, state } = body;
    return { location: addressWith(redirectUri, { code, ...(state !== undefined && { state }) }) };
  },
};
