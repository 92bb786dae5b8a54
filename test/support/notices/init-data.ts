import { createHmac } from 'node:crypto';
import { testBot } from './telegram-stand-in.ts';

/** What Telegram says of whoever opens the Mini App. */
export interface LaunchFields {
  readonly chatId: number;
  /** Seconds since it was signed. */
  readonly age?: number;
  readonly token?: string;
  readonly more?: Readonly<Record<string, string>>;
}

let lastQuery = 0;

/** Signs fields as Telegram documents it, written apart from the product's own code. */
export function signed(fields: Readonly<Record<string, string>>, token: string = testBot.token): string {
  const lines = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`);
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  const hash = createHmac('sha256', key).update(lines.join('\n')).digest('hex');
  return new URLSearchParams({ ...fields, hash }).toString();
}

/** `initData` as an app of Telegram gives it to the Mini App. */
export function initDataOf({ chatId, age = 0, token, more = {} }: LaunchFields): string {
  lastQuery += 1;
  const user = { id: chatId, first_name: 'Дилноза', username: `user${chatId}`, language_code: 'ru' };
  const fields = {
    query_id: `AAH${lastQuery}`,
    user: JSON.stringify(user),
    auth_date: String(Math.floor(Date.now() / 1_000) - age),
    signature: 'c2lnbmF0dXJlIG9mIFRlbGVncmFt',
    ...more,
  };
  return signed(fields, token);
}
