import { vi } from 'vitest';
import type { SignedIn } from '../sign-in.ts';
import { dataOf } from '../start-app.ts';
import { startBesideTelegram, TelegramMembersFixture } from './telegram-members-fixture.ts';

const aDay = 86_400_000;
const patiently = { timeout: 20_000, interval: 200 };

/** Creators who write to their members. */
export class MessageFixture extends TelegramMembersFixture {
  static async open(): Promise<MessageFixture> {
    return new MessageFixture(await startBesideTelegram());
  }

  write(creator: SignedIn, text: string, more: object = {}) {
    return this.as(creator, 'POST Membership/Message', { body: { text, ...more } });
  }

  /** The texts that a member sees, newest first. */
  async textsOf(member: SignedIn): Promise<unknown[]> {
    const { items } = dataOf(await this.as(member, 'GET Membership/Received'));
    return Object.values(Object(items)).map((item) => Object(item).text);
  }

  /** What a chat got after the message about its linking. */
  chatOf(chatId: number): string[] {
    return this.telegram
      .to(chatId)
      .slice(1)
      .map(({ text }) => text);
  }

  async notified(chatId: number): Promise<void> {
    await vi.waitUntil(() => this.chatOf(chatId).length > 0, patiently);
  }

  async enqueuedAll(): Promise<void> {
    await vi.waitUntil(async () => {
      const { rows } = await this.app.db.pool.query('select from membership_message where enqueued_at is null');
      return rows.length === 0;
    }, patiently);
  }

  async noticesOf(messageId: unknown): Promise<string[]> {
    const { rows } = await this.app.db.pool.query<{ state: string }>(
      `select state from notice where topic = 'message' and subject = $1`,
      [messageId],
    );
    return rows.map(({ state }) => state);
  }

  passDay(): void {
    this.clock.now = new Date(this.clock.now.getTime() + aDay);
  }
}
