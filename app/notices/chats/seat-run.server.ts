import { findProject } from '#app/creators/creators.server.ts';
import type { DueSeat, MemberChats } from '#app/memberships/member-chats.server.ts';
import type { Budget, Limits } from '#base/calls/rate-limit.server.ts';
import type { Database, Tx } from '#base/db/db.server.ts';
import { pauseBot } from '../outbox/notice-store.server.ts';
import type { ChatAnswer, ChatBot } from './chat-bot.server.ts';
import { chatWords } from './chat-words.server.ts';
import { findLinked } from './linked-store.server.ts';

export interface ChatRunOptions {
  readonly db: Database;
  readonly bot: ChatBot;
  readonly chats: MemberChats;
  readonly limits: Pick<Limits, 'note'>;
  readonly publicUrl: string;
}

/** Answers to one account, however often it asks. */
const answering: Budget = {
  name: 'chat-answer',
  points: 5,
  seconds: 3_600,
  message: 'Не больше 5 ответов в час. Подождите немного',
};

/** Support that ends in the moment of an approval is seen after so many seconds. */
const secondLook = 60;

const pauses = [5, 15, 60, 300, 900] as const;

/** Seconds until the next try. */
export const pauseAfter = (tries: number): number => pauses[Math.min(tries, pauses.length) - 1] ?? 900;

/** Records what no question could be answered for: Telegram is away or asks to wait, the bot has no rights, the chat has another number. */
async function setAside(
  { db, bot, chats }: ChatRunOptions,
  seat: DueSeat,
  answer: Exclude<ChatAnswer, { kind: 'done' | 'refused' }>,
): Promise<void> {
  await db.transaction(async (tx) => {
    switch (answer.kind) {
      case 'wait':
        await chats.postponeSeat(tx, seat, { seconds: answer.seconds, isTry: false });
        return pauseBot(tx, bot.id, answer.seconds);
      case 'moved':
        if (await chats.moveChat(tx, seat.chatNumber, answer.to)) {
          return chats.postponeSeat(tx, seat, { seconds: 0, isTry: false });
        }
        await chats.noteLostRights(tx, seat.chatId);
        return chats.parkSeat(tx, seat);
      case 'noRights':
        await chats.noteLostRights(tx, seat.chatId);
        return chats.parkSeat(tx, seat);
      case 'failed':
        return chats.postponeSeat(tx, seat, { seconds: pauseAfter(seat.tries), isTry: true });
    }
  });
}

const settled = ({ db }: ChatRunOptions, work: (tx: Tx) => Promise<unknown>) => db.transaction(work);

/** Takes an account out that the bot has let in, so that it may ask again. Administrators stay, and so does a ban by one of them. */
async function takeOut(options: ChatRunOptions, seat: DueSeat): Promise<void> {
  const { bot, chats } = options;
  const { chatNumber, telegramId, kind, state } = seat;
  const presence = await bot.presenceOf(chatNumber, telegramId);
  if (presence.kind !== 'done' && presence.kind !== 'refused') return setAside(options, seat, presence);
  const found = presence.kind === 'done' ? presence.result : 'away';
  const isOurs = found === 'member' || (found === 'banned' && state === 'leaving');
  if (!isOurs) return settled(options, (tx) => chats.dropSeat(tx, seat)).then(() => undefined);
  if (!(await settled(options, (tx) => chats.beginLeaving(tx, seat)))) return;
  if (found === 'member') {
    const banned = await bot.ban(chatNumber, telegramId);
    if (banned.kind !== 'done' && banned.kind !== 'refused') return setAside(options, seat, banned);
  }
  // A ban of a group that is no supergroup does not last.
  const freed = kind === 'group' ? null : await bot.unban(chatNumber, telegramId);
  if (freed !== null && freed.kind !== 'done' && freed.kind !== 'refused') return setAside(options, seat, freed);
  await settled(options, (tx) => chats.dropSeat(tx, seat));
}

/** Writes why nobody was let in; a lost message has no consequences. */
async function explain(options: ChatRunOptions, seat: DueSeat, isLinked: boolean): Promise<void> {
  const { db, bot, limits, publicUrl } = options;
  const { answerId, projectId, telegramId, language } = seat;
  if (answerId === null || (await limits.note(answering, String(telegramId), 1)) === 0) return;
  const project = await findProject(db, projectId);
  const { closed, notOpen, notLinked } = chatWords[language];
  const page = `${publicUrl}/${project?.userName ?? ''}`;
  if (!project?.isAvailable) await bot.say(answerId, closed);
  else if (isLinked) await bot.say(answerId, notOpen(project.displayName, page));
  else await bot.say(answerId, notLinked(project.displayName, `${publicUrl}/profile/notices`, page));
}

async function refuse(options: ChatRunOptions, seat: DueSeat, isLinked: boolean): Promise<void> {
  const { bot, chats } = options;
  const answer = await bot.decline(seat.chatNumber, seat.telegramId);
  if (answer.kind !== 'done' && answer.kind !== 'refused') return setAside(options, seat, answer);
  // An approval before, whose answer was lost, may have let the account in.
  if (answer.kind === 'refused' && seat.state === 'entering') return takeOut(options, seat);
  await settled(options, (tx) => chats.dropSeat(tx, seat));
  await explain(options, seat, isLinked);
}

async function admit(options: ChatRunOptions, seat: DueSeat): Promise<void> {
  const { bot, chats } = options;
  const { chatNumber, telegramId, state } = seat;
  if (state === 'asking' && !(await settled(options, (tx) => chats.beginEntering(tx, seat)))) return;
  const answer = await bot.approve(chatNumber, telegramId);
  if (answer.kind !== 'done' && answer.kind !== 'refused') return setAside(options, seat, answer);
  if (answer.kind === 'refused') {
    // It may be the answer to an approval before that was lost; else somebody else has answered the request.
    const presence = state === 'entering' ? await bot.presenceOf(chatNumber, telegramId) : null;
    if (presence !== null && presence.kind !== 'done' && presence.kind !== 'refused') {
      return setAside(options, seat, presence);
    }
    if (presence?.kind !== 'done' || presence.result !== 'member') {
      await settled(options, (tx) => chats.dropSeat(tx, seat));
      return;
    }
  }
  await settled(options, (tx) => chats.keepSeat(tx, seat, secondLook));
}

/** An account that may be in after all: a ban that was begun ends. */
async function stay(options: ChatRunOptions, seat: DueSeat, seconds: number): Promise<void> {
  const { bot, chats } = options;
  const { chatNumber, telegramId, kind, state } = seat;
  if (state === 'leaving' && kind !== 'group') {
    const freed = await bot.unban(chatNumber, telegramId);
    if (freed.kind !== 'done' && freed.kind !== 'refused') return setAside(options, seat, freed);
  }
  await settled(options, (tx) => chats.keepSeat(tx, seat, Math.max(1, seconds)));
}

/** Ends a ban that was begun in a chat that is disconnected. Without rights there it cannot be ended any more. */
async function release(options: ChatRunOptions, seat: DueSeat): Promise<void> {
  const { bot, chats } = options;
  const freed = seat.kind === 'group' ? null : await bot.unban(seat.chatNumber, seat.telegramId);
  const isLater = freed?.kind === 'wait' || freed?.kind === 'failed' || freed?.kind === 'moved';
  if (isLater) return setAside(options, seat, freed);
  await settled(options, (tx) => chats.dropSeat(tx, seat));
}

/** Looks at one leased account: lets it in, refuses it, takes it out, or leaves it where it is. */
export async function lookAtSeat(options: ChatRunOptions, seat: DueSeat): Promise<void> {
  const { db, chats } = options;
  if (seat.isEnded) return release(options, seat);
  if (!seat.hasRights) return settled(options, (tx) => chats.parkSeat(tx, seat)).then(() => undefined);
  const linked = await findLinked(db, seat.telegramId);
  const standing = await chats.standingOf(db, seat, linked?.personId ?? null);
  if (seat.state === 'asking' || seat.state === 'entering') {
    return standing.mayEnter ? admit(options, seat) : refuse(options, seat, linked !== null);
  }
  return standing.mayEnter ? stay(options, seat, standing.seconds) : takeOut(options, seat);
}
