import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { areEqual } from '#base/config/secrets.server.ts';
import { telegramDataExpired, telegramDataInvalid } from '../notice-failures.ts';

/** What Telegram has signed for the bot: who has opened its Mini App. */
export interface InitData {
  /** The user of Telegram, whose private chat has the same number. */
  readonly telegramId: number;
  /** The signature, different for each launch. */
  readonly hash: Buffer;
}

/** Seconds for which a launch can log in. */
export const launchSeconds = 3_600;

/** By how many seconds the clock of Telegram may be ahead of ours. */
const skewSeconds = 60;

const mostFields = 24;

const fieldName = /^[a-z][a-z0-9_]{0,31}$/;

const user = z.object({ id: z.int().positive() });

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw telegramDataInvalid();
  }
}

/** The fields by name. Throws `TelegramDataInvalid` for a name that comes twice: what is signed must be what is read. */
function fieldsOf(initData: string): ReadonlyMap<string, string> {
  const pairs = initData.split('&');
  if (pairs.length > mostFields) throw telegramDataInvalid();
  const fields = new Map<string, string>();
  for (const pair of pairs) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, Math.max(0, at));
    const value = decoded(pair.slice(at + 1));
    // A line break would let the text of one field be signed as another.
    const isPlain = fieldName.test(name) && !fields.has(name) && !/[\0\n\r]/.test(value);
    if (!isPlain) throw telegramDataInvalid();
    fields.set(name, value);
  }
  return fields;
}

/** The signature of fields by the token of a bot (https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app). */
function signatureOf(fields: ReadonlyMap<string, string>, token: string): string {
  const lines = [...fields].filter(([name]) => name !== 'hash').map(([name, value]) => `${name}=${value}`);
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  return createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex');
}

function userOf(text: string | undefined): number {
  try {
    return user.parse(JSON.parse(text ?? '')).id;
  } catch {
    throw telegramDataInvalid();
  }
}

/** Reads what Telegram gives a Mini App. `now`: in seconds. Throws `TelegramDataInvalid`, `TelegramDataExpired`. */
export function readInitData(
  initData: string,
  { token, now }: { readonly token: string; readonly now: number },
): InitData {
  const fields = fieldsOf(initData);
  const hash = fields.get('hash') ?? '';
  if (!/^[0-9a-f]{64}$/.test(hash) || !areEqual(hash, signatureOf(fields, token))) throw telegramDataInvalid();
  const date = fields.get('auth_date') ?? '';
  if (!/^\d{1,12}$/.test(date)) throw telegramDataInvalid();
  const age = now - Number(date);
  if (age > launchSeconds || age < -skewSeconds) throw telegramDataExpired();
  return { telegramId: userOf(fields.get('user')), hash: Buffer.from(hash, 'hex') };
}
