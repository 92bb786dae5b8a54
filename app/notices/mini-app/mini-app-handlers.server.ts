import { findCreatorByName } from '#app/creators/creators.server.ts';
import { isUserName } from '#app/creators/user-name.ts';
import { holdForTelegram } from '#app/identity/identity.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import type { CallContext } from '#base/calls/call-context.server.ts';
import { wireId } from '#base/calls/id-wire.ts';
import type { Budget } from '#base/calls/rate-limit.server.ts';
import type { Queryable } from '#base/db/db.server.ts';
import { userOfStart } from '../mini-app-address.ts';
import { telegramDataUsed, telegramOff } from '../notice-failures.ts';
import type { OpenTelegramSession } from '../open-telegram-session.server.ts';
import type { telegramCalls } from '../telegram.calls.ts';
import { findHolder, holdLink, takeEntry } from './entry-store.server.ts';
import { type InitData, readInitData } from './init-data.server.ts';

const entering: Budget = {
  name: 'telegram-enter',
  points: 120,
  seconds: 600,
  message: 'С вашего адреса слишком часто входят из мессенджера. Попробуйте через несколько минут',
};

interface MiniAppOptions {
  /** Undefined: the platform has no bot. */
  readonly token: string | undefined;
  readonly openSession: OpenTelegramSession;
}

/** Opens a session for the person whose account the chat opens; null where the visitor stays a guest. Throws `TelegramDataUsed`. */
async function enter({ telegramId, hash }: InitData, openSession: OpenTelegramSession, context: CallContext) {
  const personId = await findHolder(context.database, telegramId);
  if (personId === null) return null;
  return context.transaction(async (tx) => {
    const person = await holdForTelegram(tx, personId);
    if (person === null || !(await holdLink(tx, telegramId, personId))) return null;
    if (!(await takeEntry(tx, hash))) throw telegramDataUsed();
    return openSession(tx, {
      userId: personId,
      userAgent: context.request.headers['user-agent'] ?? '',
      network: context.network,
    });
  });
}

const home = '/';

/** The address inside the site that a start parameter means. Whatever is not known leads home, never to another site. */
async function pathOf(db: Queryable, start: string): Promise<string> {
  const [, productId] = /^m_(.+)$/.exec(start) ?? [];
  if (productId !== undefined && wireId.safeParse(productId).success) return `/merch/${productId}`;
  const userName = userOfStart(start);
  const creator = isUserName(userName) ? await findCreatorByName(db, userName) : null;
  return creator === null || creator.isBlocked ? home : `/${creator.userName}`;
}

/** Handles the calls of the pages inside Telegram. */
export function createMiniAppHandlers({ token, openSession }: MiniAppOptions): Handlers<typeof telegramCalls> {
  return {
    enter: async ({ body }, context) => {
      if (token === undefined) throw telegramOff();
      await context.limits.spendByNetwork(entering, context.network);
      const data = readInitData(body.initData, { token, now: Math.floor(Date.now() / 1_000) });
      return { session: await enter(data, openSession, context) };
    },
    page: async ({ query: { start } }, context) => ({ path: await pathOf(context.db, start) }),
  };
}
