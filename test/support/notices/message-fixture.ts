import { vi } from 'vitest';
import { MembershipFixture, monthlyCards } from '../money/membership-fixture.ts';
import type { SignedIn } from '../sign-in.ts';
import { dataOf, startApp } from '../start-app.ts';
import { linkedCreator } from './notice-fixture.ts';
import { startTelegram, type TelegramStandIn } from './telegram-stand-in.ts';

const aDay = 86_400_000;
const patiently = { timeout: 20_000, interval: 200 };

/** Creators who write to their members, beside a stand-in for Telegram and with a clock that the test moves. */
export class MessageFixture extends MembershipFixture {
  readonly telegram: TelegramStandIn;

  private constructor(app: MembershipFixture['app'], clock: { now: Date }, telegram: TelegramStandIn) {
    super(app, { clock });
    this.telegram = telegram;
  }

  static async open(): Promise<MessageFixture> {
    const telegram = await startTelegram();
    const clock = { now: new Date('2027-01-31T10:00:00.000Z') };
    const app = await startApp({
      jobPace: 0.1,
      env: { ...telegram.variables, LIMITS: 'off' },
      clock: async () => clock.now,
    });
    return new MessageFixture(app, clock, telegram);
  }

  write(creator: SignedIn, text: string, more: object = {}) {
    return this.as(creator, 'POST Membership/Message', { body: { text, ...more } });
  }

  /** The texts that a member sees, newest first. */
  async textsOf(member: SignedIn): Promise<unknown[]> {
    const { items } = dataOf(await this.as(member, 'GET Membership/Received'));
    return Object.values(Object(items)).map((item) => Object(item).text);
  }

  async linkedMember(projectId: string, more: Record<string, unknown> = {}) {
    const { person, chatId } = await linkedCreator(this.app, this.telegram);
    const { id: membershipId } = await this.join(person, projectId, monthlyCards.good, more);
    return { person, chatId, membershipId };
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

  override async close(): Promise<void> {
    await super.close();
    await this.telegram.close();
  }
}
