import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import { deviceName } from '#base/text/device-name.ts';
import type { identityCalls } from './identity.calls.ts';
import { actionExpired, codeExpired, sessionEnded, wrongCode } from './identity-failures.ts';
import { type IdentityServices, requirePhone } from './identity-services.server.ts';
import { askerOf } from './origins/known-browsers.server.ts';
import { findPerson, findPersonByPhone } from './people-store.server.ts';
import { allowPasswordChange, changePassword, logInByCode, register } from './registration/registration.server.ts';
import { isRole } from './roles.ts';
import { askAdminCode, logInAsAdmin } from './session/admin-sign-in.server.ts';
import { endSession } from './session/sessions.server.ts';
import { logInByPassword } from './session/sign-in.server.ts';
import { listSessions } from './sessions-store.server.ts';

const phoneChecks: Budget = {
  name: 'phone-checks',
  points: 60,
  seconds: 600,
  message: 'С вашего адреса слишком часто проверяют номера. Попробуйте через несколько минут',
};

const codeTries: Budget = {
  name: 'code-tries',
  points: 600,
  seconds: 600,
  message: 'С вашего адреса слишком часто вводят коды. Попробуйте через несколько минут',
};

const deliveryQuestions: Budget = {
  name: 'code-delivery',
  points: 600,
  seconds: 600,
  message: 'С вашего адреса слишком часто спрашивают о сообщениях. Попробуйте через несколько минут',
};

const spend = (context: CallContext, budget: Budget) => context.limits.spendByNetwork(budget, context.network);

/** Counts only what was wrong: a right code or right is accepted, whatever others behind the same address have tried. */
async function spendWrong<Result>(context: CallContext, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (wrongCode.is(error) || codeExpired.is(error) || actionExpired.is(error)) await spend(context, codeTries);
    throw error;
  }
}

type All = Handlers<typeof identityCalls>;

function phoneHandlers(
  services: IdentityServices,
): Pick<All, 'checkPhone' | 'register' | 'sendCode' | 'delivery' | 'checkCode' | 'confirmCode' | 'changePassword'> {
  const { db, country, codes } = services;
  return {
    async checkPhone({ query: { phone } }, context) {
      requirePhone(country, phone);
      await spend(context, phoneChecks);
      return { exists: (await findPersonByPhone(db, phone)) !== null };
    },
    async register({ body }, context) {
      requirePhone(country, body.phone);
      return register(services, body, context);
    },
    async sendCode({ query: { phone } }, context) {
      requirePhone(country, phone);
      return codes.send({ phone, purpose: 'phone', ...askerOf(context) });
    },
    async delivery({ query: { id } }, context) {
      await spend(context, deliveryQuestions);
      return { state: await codes.deliveryOf(id) };
    },
    async checkCode({ query }, context) {
      requirePhone(country, query.phone);
      const { phone, comfirmCode, rememberMe, actionId } = query;
      return spendWrong(context, () =>
        logInByCode(services, { phone, code: comfirmCode, rememberMe, actionId }, context),
      );
    },
    async confirmCode({ query }, context) {
      requirePhone(country, query.phone);
      return spendWrong(context, () => allowPasswordChange(services, query, context));
    },
    async changePassword({ query }, context) {
      const revoked = await spendWrong(context, () => changePassword(services, query, context));
      return revoked === null ? {} : { revoked };
    },
  };
}

function loginHandlers(services: IdentityServices): Pick<All, 'token' | 'adminLogin' | 'confirmCodeAdmin'> {
  const { country } = services;
  return {
    async token({ body }, context) {
      requirePhone(country, body.phone);
      return logInByPassword(services, body, context);
    },
    async adminLogin({ body }, context) {
      requirePhone(country, body.phone);
      return askAdminCode(services, body, context);
    },
    async confirmCodeAdmin({ query }, context) {
      requirePhone(country, query.phone);
      return spendWrong(context, () => logInAsAdmin(services, query, context));
    },
  };
}

function sessionHandlers(
  services: IdentityServices,
): Pick<All, 'refreshToken' | 'revokeToken' | 'getUser' | 'sessions' | 'endSession'> {
  const { db, sessions, ownNamesOf } = services;
  return {
    async refreshToken({ body }) {
      const pair = await sessions.refresh(db, body.refreshToken);
      if (pair === null) throw sessionEnded();
      return pair;
    },
    async revokeToken({ body }) {
      await sessions.revoke(db, body);
      return {};
    },
    async getUser(_input, context) {
      const { userId, roles } = callerOf(context);
      const [person, names] = await Promise.all([findPerson(db, userId), ownNamesOf(db, userId)]);
      if (person === null || names === null) throw failures.unauthorized();
      return { id: userId, phone: person.phone, ...names, roles: roles.filter(isRole) };
    },
    async sessions(_input, context) {
      const { userId, sessionId } = callerOf(context);
      const rows = await listSessions(db, userId);
      return rows.map((row) => ({
        id: row.id,
        device: deviceName(row.userAgent),
        createdAt: row.createdAt.toISOString(),
        lastUsedAt: row.lastUsedAt.toISOString(),
        isCurrent: row.id === sessionId,
      }));
    },
    async endSession({ query: { id } }, context) {
      const { userId } = callerOf(context);
      const wasAlive = await context.transaction((tx) => endSession(tx, id, userId));
      if (!wasAlive) throw failures.notFound();
      return {};
    },
  };
}

/** Answers every call of Identity and Sms. */
export function createIdentityHandlers(services: IdentityServices): All {
  return { ...phoneHandlers(services), ...loginHandlers(services), ...sessionHandlers(services) };
}
