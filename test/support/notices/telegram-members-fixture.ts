import { MembershipFixture, monthlyCards } from '../money/membership-fixture.ts';
import type { SignedIn } from '../sign-in.ts';
import { startApp, type TestApp } from '../start-app.ts';
import { linkedCreator } from './notice-fixture.ts';
import { startTelegram, type TelegramStandIn } from './telegram-stand-in.ts';

export interface LinkedPerson {
  readonly person: SignedIn;
  readonly chatId: number;
}

interface Parts {
  readonly app: TestApp;
  readonly clock: { now: Date };
  readonly telegram: TelegramStandIn;
}

export async function startBesideTelegram(): Promise<Parts> {
  const telegram = await startTelegram();
  const clock = { now: new Date('2027-01-31T10:00:00.000Z') };
  const app = await startApp({
    jobPace: 0.1,
    env: { ...telegram.variables, LIMITS: 'off' },
    clock: async () => clock.now,
  });
  return { app, clock, telegram };
}

/** Creators and members with linked chats beside a stand-in for Telegram, and with a clock that the test moves. */
export class TelegramMembersFixture extends MembershipFixture {
  readonly telegram: TelegramStandIn;

  constructor({ app, clock, telegram }: Parts) {
    super(app, { clock });
    this.telegram = telegram;
  }

  linked(): Promise<LinkedPerson> {
    return linkedCreator(this.app, this.telegram);
  }

  /** A person with a linked chat who supports a creator monthly. */
  async linkedMember(projectId: string, more: Record<string, unknown> = {}, pan: string = monthlyCards.good) {
    const { person, chatId } = await this.linked();
    const { id: membershipId } = await this.join(person, projectId, pan, more);
    return { person, chatId, membershipId };
  }

  override async close(): Promise<void> {
    await super.close();
    await this.telegram.close();
  }
}
