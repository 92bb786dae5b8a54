import { pino } from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConfig } from '#base/config/config.server.ts';
import { type Mood, type StandIn, startStandIn } from '#test/support/senders/service-stand-in.ts';
import { eskiz, playmobile, telegramGateway, twilio } from '#test/support/senders/services.ts';
import { createSenders } from './chosen-senders.server.ts';
import { type CodeSending, createCodeSending, readBalances } from './code-sending.server.ts';

const message = {
  id: '01902b4e',
  phone: '998901234567',
  text: 'Opora: код 482913. Никому его не сообщайте',
  code: '482913',
};

let first: StandIn;
let second: StandIn;
let sending: CodeSending;
let counted: string[];
let lines: string[];

beforeEach(async () => {
  [first, second] = await Promise.all([startStandIn(telegramGateway), startStandIn(playmobile)]);
  [counted, lines] = [[], []];
  const env = { ...telegramGateway.variables(first.url), ...playmobile.variables(second.url) };
  const deadline = () => {
    const silence = new AbortController();
    first.onSilence = () => silence.abort();
    return silence.signal;
  };
  sending = createCodeSending({
    senders: createSenders(readConfig({ SMS: 'telegram-gateway,playmobile', ...env }), deadline),
    meter: {
      tried: (sender, outcome) => void counted.push(`${sender} ${outcome}`),
      paid: (sender, price) => void counted.push(`${sender} costs ${price}`),
      balance: (sender, sum) => void counted.push(`${sender} has ${sum}`),
    },
    prices: new Map([['playmobile', 100]]),
    log: pino({ level: 'warn' }, { write: (line) => void lines.push(line) }),
  });
});

afterEach(() => Promise.all([first.close(), second.close()]));

it('sends by the first sender alone', async () => {
  await sending.send(message);
  expect([first.taken.length, second.taken.length, lines.length]).toEqual([1, 0, 0]);
  expect(counted).toEqual(['telegram-gateway accepted', 'telegram-gateway costs 0.01', 'telegram-gateway has 4321']);
});

it('asks senders of SMS first for whoever may have lost the chat, and the others behind them', async () => {
  expect(sending.hasSms).toBe(true);
  await sending.send(message, { smsFirst: true });
  expect([first.taken.length, second.taken.length]).toEqual([0, 1]);
  second.mood = 'outage';
  await sending.send(message, { smsFirst: true });
  expect([first.taken.length, second.taken.length]).toEqual([1, 1]);
  expect(counted.slice(0, 3)).toEqual(['playmobile accepted', 'playmobile costs 100', 'playmobile unknown']);
});

it.each<[Mood, string]>([
  ['number', 'number'],
  ['balance', 'balance'],
  ['rateLimit', 'rateLimit'],
  ['outage', 'unknown'],
  ['slow', 'unknown'],
])('sends the same code by the next one: %s', async (mood, reason) => {
  first.mood = mood;
  await sending.send(message);
  expect(second.taken).toEqual([{ phone: message.phone, content: message.text }]);
  expect(counted).toEqual([`telegram-gateway ${reason}`, 'playmobile accepted', 'playmobile costs 100']);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('a sender of codes failed, the next one is asked');
  for (const secret of [message.code, ...telegramGateway.secrets]) expect(lines[0]).not.toContain(secret);
});

it('does not send twice where the first sender knows that it sent', async () => {
  first.mood = 'lost';
  await sending.send(message);
  expect([first.taken.length, second.taken.length]).toEqual([1, 0]);
});

it('fails with the reason of the last sender if none accepts', async () => {
  first.mood = 'number';
  second.mood = 'balance';
  await expect(sending.send(message)).rejects.toMatchObject({ sender: 'playmobile', reason: 'balance' });
  expect(counted).toEqual(['telegram-gateway number', 'playmobile balance']);
});

it('reads the balance of every sender that reports it, also after one has failed', async () => {
  const [failing, working] = await Promise.all([startStandIn(eskiz), startStandIn(twilio)]);
  const env = { ...eskiz.variables(failing.url), ...eskiz.wrongCredentials, ...twilio.variables(working.url) };
  const senders = createSenders(readConfig({ SMS: 'eskiz,twilio', ...env }));
  const balances = new Map<string, number>();
  const reading = readBalances(senders, { balance: (sender, sum) => void balances.set(sender, sum) });
  await expect(reading).rejects.toMatchObject({ sender: 'eskiz', reason: 'credentials' });
  expect(balances).toEqual(new Map([['twilio', 4321]]));
  await Promise.all([failing.close(), working.close()]);
});
