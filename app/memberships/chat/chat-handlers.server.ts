import { type Project, projectOfUser } from '#app/creators/creators.server.ts';
import type { Handlers } from '#base/calls/bound-call.server.ts';
import { type CallContext, callerOf } from '#base/calls/call-context.server.ts';
import { failures } from '#base/calls/errors.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import type { Clock } from '../clock.server.ts';
import { readLevel } from '../levels-store.server.ts';
import type { ReadTelegram } from '../member-chats.server.ts';
import { chatConnected, chatNeedsTelegram, chatsOff } from './chat-failures.ts';
import {
  type ChatRow,
  changeChat,
  endChat,
  openConnecting,
  readChat,
  readOpenedChat,
  stopConnecting,
} from './chat-store.server.ts';
import type { chatsCalls } from './chats.calls.ts';
import { countSeats, dropSeats, lookAtSeats } from './seat-store.server.ts';

interface ChatDeps {
  readonly clock: Clock;
  readonly readTelegram: ReadTelegram;
}

/** What the bot asks for as it is added: to take requests, and to take people out. */
const rights = 'invite_users+restrict_members';

const openingOf = (botName: string, until: Date) => ({
  groupUrl: `https://t.me/${botName}?startgroup&admin=${rights}`,
  channelUrl: `https://t.me/${botName}?startchannel&admin=${rights}`,
  expiresAt: until.toISOString(),
});

async function ownProject(tx: Tx, context: CallContext): Promise<Project> {
  const project = await projectOfUser(tx, callerOf(context).userId);
  if (project === null) throw failures.notFound();
  return project;
}

/** Throws unless members of the level may be let in: it is offered, or the chat had it before. */
async function requireLevel(
  tx: Tx,
  { projectId }: Project,
  { levelId, before }: { readonly levelId: string | null; readonly before: string | null },
): Promise<void> {
  const level = levelId === null ? null : await readLevel(tx, levelId);
  if (levelId !== null && level?.projectId !== projectId) throw failures.notFound();
  if (level === null || level.removedAt === null || levelId === before) return;
  throw failures.validationFailed({ fields: { levelId: 'Этого уровня больше нет. Выберите другой' } });
}

async function shownChat(db: Queryable, { id, title, kind, levelId, levelName, hasRights }: ChatRow) {
  const members = await countSeats(db, id);
  return {
    title,
    kind: kind === 'channel' ? ('channel' as const) : ('group' as const),
    levelId,
    levelName,
    hasRights,
    members,
  };
}

/** Handlers of a closed chat: its creator's, and the way in for members. */
export function createChatHandlers({ clock, readTelegram }: ChatDeps): Handlers<typeof chatsCalls> {
  return {
    ownChat: async (_input, context) => {
      const { db } = context;
      const { userId } = callerOf(context);
      const telegram = await readTelegram(db, userId);
      const project = await projectOfUser(db, userId);
      const row = project === null ? null : await readChat(db, project.projectId);
      const until = row?.openingUntil ?? null;
      const botName = telegram?.botName ?? null;
      const isOpening = until !== null && botName !== null && until.getTime() > Date.now();
      return {
        hasBot: telegram !== null,
        isLinked: telegram?.isLinked === true,
        opening: isOpening ? openingOf(botName, until) : null,
        chat: row === null || until !== null ? null : await shownChat(db, row),
      };
    },
    connectChat: async ({ body: { levelId } }, context) =>
      context.transaction(async (tx) => {
        const project = await ownProject(tx, context);
        await requireLevel(tx, project, { levelId, before: null });
        const telegram = await readTelegram(tx, project.userId);
        if (telegram === null || telegram.botName === null) throw chatsOff();
        if (!telegram.isLinked) throw chatNeedsTelegram();
        const until = await openConnecting(tx, project.projectId, levelId);
        if (until === null) throw chatConnected();
        return openingOf(telegram.botName, until);
      }),
    saveChat: async ({ body: { levelId } }, context) =>
      context.transaction(async (tx) => {
        const project = await ownProject(tx, context);
        const before = await readChat(tx, project.projectId);
        await requireLevel(tx, project, { levelId, before: before?.levelId ?? null });
        const chatId = await changeChat(tx, project.projectId, levelId);
        if (chatId === null) throw failures.notFound();
        await lookAtSeats(tx, chatId);
        return {};
      }),
    disconnectChat: async (_input, context) =>
      context.transaction(async (tx) => {
        const { projectId } = await ownProject(tx, context);
        if (await stopConnecting(tx, projectId)) return {};
        const chatId = await endChat(tx, projectId);
        if (chatId === null) throw failures.notFound();
        await dropSeats(tx, chatId);
        return {};
      }),
    chatLink: async ({ query: { membershipId } }, context) => {
      const { db } = context;
      const { userId } = callerOf(context);
      const chat = await readOpenedChat(db, { membershipId, personId: userId, now: await clock(db) });
      if (chat === null) throw failures.notFound();
      const telegram = await readTelegram(db, userId);
      const isLinked = telegram?.isLinked === true;
      return { title: chat.title, isLinked, link: isLinked ? chat.link : null };
    },
  };
}
