import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#base/config/config.server.ts';
import { type Mood, type StandIn, startStandIn } from '#test/support/senders/service-stand-in.ts';
import {
  endEskizTokens,
  eskiz,
  ownGateway,
  playmobile,
  telegramGateway,
  twilio,
} from '#test/support/senders/services.ts';
import { createSenders } from './chosen-senders.server.ts';
import { type MessageSender, SendFailure } from './message-sender.server.ts';

const message = {
  id: '01902b4e',
  phone: '998901234567',
  text: 'Opora: код 482913. Никому его не сообщайте',
  code: '482913',
};

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

/** A failure with all that the log writes of it. */
const written = (error: unknown): string =>
  error instanceof Error ? `${error.stack} ${JSON.stringify(error)} ${written(error.cause)}` : String(error);

describe.each([eskiz, playmobile, telegramGateway, twilio, ownGateway])('$name', (service) => {
  let standIn: StandIn;
  let sender: MessageSender;
  /** Every question ends when the stand-in falls silent, not by the clock. */
  const senderOf = (changes: Readonly<Record<string, string>> = {}): MessageSender => {
    const env = { SMS: service.name, ...service.variables(standIn.url), ...changes };
    const deadline = () => {
      const silence = new AbortController();
      standIn.onSilence = () => silence.abort();
      return silence.signal;
    };
    const [made] = createSenders(readConfig(env), deadline);
    if (made === undefined) throw new Error('no sender was made');
    return made;
  };

  beforeAll(async () => {
    standIn = await startStandIn(service);
  });
  beforeEach(() => {
    standIn.mood = 'well';
    sender = senderOf();
  });
  afterAll(() => standIn.close());

  const taken = () => standIn.taken.length;

  it('sends a code once to its phone', async () => {
    const before = taken();
    expect(await sender.send(message)).toMatchObject({ reference: expect.stringMatching(/./) });
    expect(standIn.taken.slice(before)).toEqual([{ phone: message.phone, content: expect.stringContaining('482913') }]);
  });

  it.each([
    ['number', ['number', 'refused']],
    ['balance', ['balance']],
    ['rateLimit', ['rateLimit']],
    ['outage', ['unknown']],
    ['garbage', ['unknown']],
    ['slow', ['unknown']],
  ] satisfies [Mood, string[]][])('reports what happened: %s', async (mood, reasons) => {
    const before = taken();
    standIn.mood = mood;
    const failure = await failureOf(sender.send(message));
    expect(failure).toBeInstanceOf(SendFailure);
    expect(reasons).toContain(failure instanceof SendFailure ? failure.reason : '');
    expect(taken()).toBe(before);
    standIn.mood = 'well';
    await sender.send(message);
    expect(taken()).toBe(before + 1);
  });

  it('knows that a service that cannot be reached sent nothing', async () => {
    const gone = await startStandIn(service);
    await gone.close();
    const failure = await failureOf(senderOf(service.variables(gone.url)).send(message));
    expect(failure).toMatchObject({ reason: 'unreachable' });
  });

  it('refuses wrong credentials and never writes the right ones, or the code, into a failure', async () => {
    const wrong = service.name === 'http' ? { SMS_URL: `${standIn.url}/send` } : service.wrongCredentials;
    const before = taken();
    const failures = [await failureOf(senderOf(wrong).send(message))];
    expect(failures[0]).toMatchObject({ reason: 'credentials' });
    expect(taken()).toBe(before);
    for (const mood of ['number', 'outage', 'slow'] as const) {
      standIn.mood = mood;
      failures.push(await failureOf(sender.send(message)));
    }
    const lines = failures.map(written).join('\n');
    for (const secret of [...service.secrets, message.code, message.phone]) expect(lines).not.toContain(secret);
  });

  it('answers questions about delivery and balance where the service does', async () => {
    const { reference, bill } = await sender.send(message);
    expect(await sender.deliveryOf?.(reference)).toBe(
      { eskiz: 'delivered', twilio: 'delivered', 'telegram-gateway': 'read' }[String(service.name)],
    );
    const balance = (await sender.readBalance?.()) ?? bill?.balance;
    expect(balance).toBe(service === playmobile || service === ownGateway ? undefined : 4321);
  });
});

describe('what only one service has', () => {
  async function withService<T>(service: typeof eskiz, work: (standIn: StandIn, sender: MessageSender) => Promise<T>) {
    const standIn = await startStandIn(service);
    try {
      const deadline = () => {
        const silence = new AbortController();
        standIn.onSilence = () => silence.abort();
        return silence.signal;
      };
      const [sender] = createSenders(readConfig({ SMS: service.name, ...service.variables(standIn.url) }), deadline);
      if (sender !== undefined) await work(standIn, sender);
    } finally {
      await standIn.close();
    }
  }

  it('eskiz: a token that has ended is renewed, once for all messages, and every message is sent once', () =>
    withService(eskiz, async (standIn, sender) => {
      const logins = () => standIn.asked.filter(({ path }) => path === '/api/auth/login').length;
      await Promise.all([sender.send(message), sender.send(message)]);
      expect([logins(), standIn.taken.length]).toEqual([1, 2]);
      endEskizTokens();
      await sender.send(message);
      expect([logins(), standIn.taken.length]).toEqual([2, 3]);
    }));

  it('telegram-gateway: a message that was sent without an answer counts as sent, and is sent once', () =>
    withService(telegramGateway, async (standIn, sender) => {
      standIn.mood = 'lost';
      expect(await sender.send(message)).toMatchObject({
        reference: expect.stringMatching(/^request-/),
        bill: { price: 0.01, balance: 4321 },
      });
      expect(standIn.taken).toHaveLength(1);
    }));
});
