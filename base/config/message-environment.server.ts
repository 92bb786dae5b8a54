import { z } from 'zod';
import { address, addressForm, smsName, smsNameForm, word } from './value-forms.server.ts';

/** The services that can send a code, as `SMS` names them. */
const senderNames = ['eskiz', 'playmobile', 'telegram-gateway', 'twilio', 'http'] as const;

export type SenderName = (typeof senderNames)[number];

const group = 'messages';

const entriesOf = (list: string) => list.split(',').map((entry) => entry.trim());

const isSender = (name: string): name is SenderName => senderNames.some((known) => known === name);

const senderList = z
  .string()
  .refine((list) => entriesOf(list).every(isSender) && new Set(entriesOf(list)).size === entriesOf(list).length)
  .transform((list) => entriesOf(list).filter(isSender));

/** The price of each sender that a list names; null if it is none. */
function pricesIn(list: string): ReadonlyMap<SenderName, number> | null {
  const prices = new Map<SenderName, number>();
  for (const entry of entriesOf(list)) {
    const [name = '', price = ''] = entry.split(':');
    if (!isSender(name) || !/^\d+(\.\d+)?$/.test(price)) return null;
    prices.set(name, Number(price));
  }
  return prices;
}

const prices = z
  .string()
  .refine((list) => pricesIn(list) !== null)
  .transform((list) => pricesIn(list) ?? new Map<SenderName, number>());

const nameOf = (pattern: RegExp, form: string, description: string) =>
  z.string().regex(pattern).optional().meta({ form, group, description, unset: 'nothing' });

const password = (description: string) =>
  z.string().min(1).optional().meta({ form: 'a text', group, description, isSecret: true, unset: 'nothing' });

const token = (description: string) =>
  word().optional().meta({ form: 'a text without spaces', group, description, isSecret: true, unset: 'nothing' });

const smsNameOf = (fallback: string, description: string) =>
  smsName().default(fallback).meta({ form: smsNameForm, group, description });

const origin = (url: string, service: string) =>
  address.default(url).meta({ form: addressForm, group, description: `Origin of ${service}, for a proxy of yours` });

/** The variables of the services that send codes. */
export const messageVariables = {
  SMS: senderList.optional().meta({
    form: `some of ${senderNames.join(', ')}, by commas`,
    group,
    description: `Who sends the codes: ${senderNames.map((name) => `\`${name}\``).join(', ')}. Of several by commas the next one is asked where one fails`,
    unset:
      '`http` where `SMS_URL` is set; else codes are printed and can be read at `/api/Dev/Outbox`, from this machine only',
    inProduction: '`SMS` with its variables, or `SMS_URL`',
  }),
  SMS_URL: address.optional().meta({
    form: addressForm,
    group,
    description: '`http`: a gateway of yours, which gets `POST` with `{"phone": "998…", "text": "…"}`',
    unset: 'nothing',
  }),
  SMS_PRICES: prices.optional().meta({
    form: 'names and prices, as eskiz:95,playmobile:100',
    group,
    description:
      'What one code costs, in the currency of the service, as `eskiz:95,playmobile:100`; `telegram-gateway` reports it itself. For the metrics of costs and of balances that run out',
    unset: 'unknown',
  }),
  ESKIZ_EMAIL: nameOf(/^[^@\s]+@[^@\s]+$/, 'an e-mail address', '`eskiz`: the login of notify.eskiz.uz'),
  ESKIZ_PASSWORD: password('`eskiz`: its password for the API'),
  ESKIZ_FROM: smsNameOf('4546', '`eskiz`: the registered name of the sender'),
  ESKIZ_URL: origin('https://notify.eskiz.uz', '`eskiz`'),
  PLAYMOBILE_LOGIN: nameOf(/^\S+$/, 'a text without spaces', '`playmobile`: the login of the SMS broker'),
  PLAYMOBILE_PASSWORD: password('`playmobile`: its password'),
  PLAYMOBILE_FROM: smsNameOf('3700', '`playmobile`: the registered name of the sender'),
  PLAYMOBILE_URL: origin('https://send.smsxabar.uz', '`playmobile`'),
  TELEGRAM_GATEWAY_TOKEN: token('`telegram-gateway`: the access token of the account at gateway.telegram.org'),
  TELEGRAM_GATEWAY_FROM: nameOf(
    /^@?\w{4,32}$/,
    'the user name of a channel',
    '`telegram-gateway`: the user name of a verified channel that the code comes from',
  ),
  TELEGRAM_GATEWAY_URL: origin('https://gatewayapi.telegram.org', '`telegram-gateway`'),
  TWILIO_ACCOUNT_SID: nameOf(/^AC\w+$/, 'an account that begins with AC', '`twilio`: the account, `AC…`'),
  TWILIO_AUTH_TOKEN: token('`twilio`: its token'),
  TWILIO_FROM: nameOf(
    /^(?:\+\d{3,15}|MG\w+|\w{1,11})$/,
    'a number as +15005550006, a messaging service that begins with MG, or a name of at most 11 letters and digits',
    '`twilio`: a number of yours in the form `+1…`, or a messaging service, `MG…`',
  ),
  TWILIO_URL: origin('https://api.twilio.com', '`twilio`'),
} as const;

const messageEnvironment = z.object(messageVariables);

type MessageVariables = z.output<typeof messageEnvironment>;

/** The variables with the senders that are in use; none: codes go to the outbox. */
export type MessageSettings = Omit<MessageVariables, 'SMS'> & { readonly SMS: readonly SenderName[] };

const needed: Readonly<Record<SenderName, readonly (keyof MessageVariables)[]>> = {
  eskiz: ['ESKIZ_EMAIL', 'ESKIZ_PASSWORD'],
  playmobile: ['PLAYMOBILE_LOGIN', 'PLAYMOBILE_PASSWORD'],
  'telegram-gateway': ['TELEGRAM_GATEWAY_TOKEN'],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'],
  http: ['SMS_URL'],
};

/** The senders of a list, each with the variables that it needs. */
export function neededBy(list: string): [SenderName, readonly (keyof MessageVariables)[]][] {
  return entriesOf(list)
    .filter(isSender)
    .map((name) => [name, needed[name]]);
}

/** The senders in use, in order. `SMS_URL` alone means `http`. */
export function sendersOf({ SMS, SMS_URL }: Pick<MessageVariables, 'SMS' | 'SMS_URL'>): readonly SenderName[] {
  return SMS ?? (SMS_URL === undefined ? [] : ['http']);
}

/** One line for each variable that a chosen sender needs and does not have. */
export function senderFaults(values: MessageVariables): string[] {
  return sendersOf(values).flatMap((name) =>
    needed[name]
      .filter((variable) => values[variable] === undefined)
      .map((variable) => `${variable}: needed by ${name} of SMS`),
  );
}
