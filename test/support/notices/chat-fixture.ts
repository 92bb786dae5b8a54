import { vi } from 'vitest';
import { z } from 'zod';
import type { SignedIn } from '../sign-in.ts';
import { dataOf } from '../start-app.ts';
import { type LinkedPerson, startBesideTelegram, TelegramMembersFixture } from './telegram-members-fixture.ts';
import { newChat } from './telegram-stand-in.ts';

const patiently = { timeout: 20_000, interval: 100 };

export const rights = { status: 'administrator', can_invite_users: true, can_restrict_members: true } as const;

const ownChat = z.object({
  hasBot: z.boolean(),
  isLinked: z.boolean(),
  opening: z.object({ groupUrl: z.string() }).nullable(),
  chat: z
    .object({
      title: z.string(),
      kind: z.string(),
      levelId: z.string().nullable(),
      levelName: z.string().nullable(),
      hasRights: z.boolean(),
      members: z.int(),
    })
    .nullable(),
});

const level = z.object({ id: z.string() });

/** A group or channel of a creator, as Telegram names it in updates. */
export interface ClosedChat {
  readonly id: number;
  readonly type: 'group' | 'supergroup' | 'channel';
  readonly title: string;
}

/** Creators with closed chats. */
export class ChatFixture extends TelegramMembersFixture {
  static async open(): Promise<ChatFixture> {
    return new ChatFixture(await startBesideTelegram());
  }

  async levelOf(creator: SignedIn, name: string, amount: number): Promise<string> {
    return level.parse(dataOf(await this.as(creator, 'POST Membership/CreateLevel', { body: { name, amount } }))).id;
  }

  async chatOf(creator: SignedIn) {
    return ownChat.parse(dataOf(await this.as(creator, 'GET Membership/Chat')));
  }

  /** A chat that Telegram knows, where the creator is the owner. */
  newChat(ownerId: number, type: ClosedChat['type'] = 'supergroup'): ClosedChat {
    const id = -newChat();
    this.telegram.chats.add(id, type, ownerId);
    return { id, type, title: `Чат ${-id}` };
  }

  /** Makes a creator connect a closed chat, and waits until members find its address. */
  async connected({ levelId = null, type }: { levelId?: string | null; type?: ClosedChat['type'] } = {}) {
    const creator = await this.linked();
    return { ...creator, chat: await this.connect(creator, { levelId, type }) };
  }

  async connect(
    { person, chatId }: LinkedPerson,
    { levelId = null, type }: { levelId?: string | null | undefined; type?: ClosedChat['type'] | undefined } = {},
  ): Promise<ClosedChat> {
    const { status } = await this.as(person, 'POST Membership/ConnectChat', { body: { levelId } });
    if (status !== 200) throw new Error(`no chat could be connected: ${status}`);
    const chat = this.newChat(chatId, type);
    this.telegram.setBot(chat, chatId, rights);
    await vi.waitUntil(async () => {
      const sql = 'select link from member_chat where telegram_id = $1 and link is not null';
      return (await this.app.db.pool.query(sql, [chat.id])).rows.length > 0;
    }, patiently);
    return chat;
  }

  /** A member whom the bot has let in. */
  async inside(creator: SignedIn, chat: ClosedChat, more: Record<string, unknown> = {}, pan?: string) {
    const member = await this.linkedMember(creator.projectId, more, pan);
    this.telegram.askIn(chat, member.chatId);
    await this.is(chat, member.chatId, 'member');
    await this.settled(member.chatId, 'inside');
    return member;
  }

  /** Waits until somebody stands so in a chat. */
  async is(chat: ClosedChat, telegramId: number, status: string): Promise<void> {
    const { people } = this.telegram.chats.of(chat.id);
    await vi.waitUntil(() => people.get(telegramId) === status, patiently);
  }

  /** Waits until the server has recorded what became of an account; null: nothing more is to be done with it. */
  async settled(telegramId: number, state: string | null): Promise<void> {
    await vi.waitUntil(async () => {
      const sql = 'select state, lease from member_chat_seat where telegram_id = $1';
      const { rows } = await this.app.db.pool.query<{ state: string; lease: string | null }>(sql, [telegramId]);
      return state === null ? rows.length === 0 : rows[0]?.state === state && rows[0].lease === null;
    }, patiently);
  }

  /** Waits until the server has ended a donor's membership, which it does beside the removal. */
  async ended(donor: SignedIn): Promise<void> {
    await vi.waitUntil(async () => (await this.mine(donor)).state === 'Ended', patiently);
  }

  /** Waits until the bot has done exactly this with an account. */
  async did(telegramId: number, acts: readonly string[]): Promise<void> {
    const wanted = acts.map((act) => `${act} ${telegramId}`).join();
    await vi.waitUntil(() => this.telegram.chats.actsOn(telegramId).join() === wanted, patiently);
  }

  declined(telegramId: number): Promise<void> {
    return this.did(telegramId, ['decline']);
  }

  removedOnce(telegramId: number): Promise<void> {
    return this.did(telegramId, ['approve', 'ban', 'unban']);
  }

  /** Waits until the bot has written so many messages. */
  async answered(telegramId: number, count: number): Promise<void> {
    await vi.waitUntil(() => this.telegram.to(telegramId).length === count, patiently);
  }

  /** Lets all that waits be due now. */
  async hurry(): Promise<void> {
    await this.app.db.pool.query(
      'update member_chat_seat set due_at = now() where due_at is not null and lease is null',
    );
    await this.app.db.pool.query('update member_chat set due_at = now() where due_at is not null and lease is null');
    await this.app.db.pool.query('update telegram_bot set paused_until = now()');
  }

  lastTo(telegramId: number): string {
    return this.telegram.to(telegramId).at(-1)?.text ?? '';
  }
}
