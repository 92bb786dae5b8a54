import { findProject, projectOfUser } from '#app/creators/creators.server.ts';
import type { Queryable, Tx } from '#base/db/db.server.ts';
import type { Locale } from '#base/text/locales.ts';
import {
  type ChatFacts,
  claimChats,
  connectChat,
  type DueChat,
  findConnected,
  forgetChat,
  moveChat,
  noteFacts,
  noteLostRights,
  postponeChat,
  settleChat,
} from './chat/chat-store.server.ts';
import {
  beginEntering,
  beginLeaving,
  claimSeats,
  type DueSeat,
  dropSeat,
  keepSeat,
  noteAsking,
  parkSeat,
  postponeSeat,
  readStanding,
  wakeSeats,
} from './chat/seat-store.server.ts';
import type { Clock } from './clock.server.ts';

export type { ChatFacts, DueChat, DueSeat };

/** Reads what notices know of the platform's bot and of a person's Telegram. Null: there is no bot. */
export type ReadTelegram = (
  db: Queryable,
  personId: string,
) => Promise<{ readonly botName: string | null; readonly isLinked: boolean } | null>;

/** Whether an account may be in a chat, and in how many seconds it is looked at again. */
interface Standing {
  readonly mayEnter: boolean;
  readonly seconds: number;
}

/** What ends without a row changing, as months that seem to be over, is seen by then. */
const longestPause = 3_600;

/** A connected chat, or why the bot's becoming an administrator connects none. */
type Connecting = 'connected' | 'public' | null;

/** The closed chats of creators, for the bot that lets members in and takes them out (docs/rules.md#closed-chats). */
export function createMemberChats(clock: Clock) {
  return {
    /**
     * Records what the bot has become in a chat. One that is not connected is connected to the creator who has just begun to, if `personId` is this
     * creator. `isPublic`: everybody may come in.
     */
    async noteBot(
      tx: Tx,
      facts: ChatFacts,
      by: { readonly personId: string | null; readonly isAdministrator: boolean; readonly isPublic: boolean },
    ): Promise<Connecting> {
      const known = await noteFacts(tx, facts);
      if (known !== null) {
        if (facts.hasRights) await wakeSeats(tx, known);
        return null;
      }
      if (by.personId === null || !by.isAdministrator) return null;
      const project = await projectOfUser(tx, by.personId);
      if (project === null || !project.isAvailable) return null;
      if (by.isPublic) return 'public';
      return (await connectChat(tx, project.projectId, facts)) ? 'connected' : null;
    },
    moveChat,
    /** Records a request to come in; nothing where the chat is not connected. */
    async noteRequest(
      tx: Tx,
      chatNumber: number,
      asking: { readonly telegramId: number; readonly answerId: number; readonly language: Locale },
    ): Promise<void> {
      const chatId = await findConnected(tx, chatNumber);
      if (chatId !== null) await noteAsking(tx, chatId, asking);
    },
    claimSeats,
    /** `personId`: whose linked Telegram the account is; null: nobody's. */
    async standingOf(
      db: Queryable,
      { chatId, projectId }: Pick<DueSeat, 'chatId' | 'projectId'>,
      personId: string | null,
    ): Promise<Standing> {
      const project = personId === null ? null : await findProject(db, projectId);
      if (personId === null || project === null || !project.isAvailable) return { mayEnter: false, seconds: 0 };
      if (project.userId === personId) return { mayEnter: true, seconds: longestPause };
      const now = await clock(db);
      const standing = await readStanding(db, { chatId, personId, now });
      if (standing === null) return { mayEnter: false, seconds: 0 };
      const left = standing.endsAt === null ? longestPause : (standing.endsAt.getTime() - now.getTime()) / 1_000;
      return { mayEnter: true, seconds: Math.min(longestPause, left) };
    },
    keepSeat,
    beginEntering,
    beginLeaving,
    dropSeat,
    postponeSeat,
    parkSeat,
    noteLostRights,
    claimChats,
    /** Records whether the bot has its rights in a chat, and the address at which people ask. */
    async settleChat(tx: Tx, chat: DueChat, found: Parameters<typeof settleChat>[2]): Promise<void> {
      if ((await settleChat(tx, chat, found)) && found.hasRights) await wakeSeats(tx, chat.id);
    },
    postponeChat,
    forgetChat,
  };
}

export type MemberChats = ReturnType<typeof createMemberChats>;
