import type { Fleet } from '#test/load/server-fleet.ts';

/** A value that only its owner may receive and that must not be stored in plain text. */
export interface Secret {
  readonly owner: string;
  readonly what: string;
  readonly value: string;
  /** Six digits: matched only if they stand alone. */
  readonly isCode: boolean;
}

const encodings: readonly ((value: string) => string)[] = [
  (value) => value,
  encodeURIComponent,
  (value) => JSON.stringify(value).slice(1, -1),
  (value) => Buffer.from(value).toString('hex'),
  (value) => Buffer.from(value).toString('base64').replace(/=+$/, ''),
  (value) => Buffer.from(value).toString('base64url'),
];

function isIn(text: string, { value, isCode }: Secret): boolean {
  if (!isCode) return encodings.some((encode) => text.includes(encode(value)));
  return new RegExp(`(?<![0-9a-zA-Z.+-])${value}(?![0-9a-zA-Z-])`).test(text);
}

/** Finds secrets in a text, in any encoding. Returns their kind and owner. */
export function findSecrets(text: string, secrets: readonly Secret[]): string[] {
  return secrets.filter((secret) => isIn(text, secret)).map(({ owner, what }) => `${what} of ${owner}`);
}

/** Finds answers with a secret of another owner than the caller. `askers` that act for an owner count as the owner. */
export function findLeaked(
  answers: readonly { asker: string; call: string; text: string }[],
  secrets: readonly Secret[],
): string[] {
  return answers.flatMap(({ asker, call, text }) =>
    findSecrets(
      text,
      secrets.filter(({ owner, isCode }) => owner !== asker && !isCode),
    ).map((secret) => `${secret}, returned to ${asker} by ${call}`),
  );
}

/** Finds 16 digits that pass the Luhn check and begin like the country's cards. */
export function findCardNumbers(text: string): string[] {
  return (text.match(/(?<![0-9a-f-])(?:8600|9860)(?:[ -]?\d){12}(?![0-9a-f-])/g) ?? []).filter(passesLuhn);
}

function passesLuhn(written: string): boolean {
  const digits = [...written.replace(/\D/g, '')].map(Number).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 === 1 ? digit * 2 : digit;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return sum % 10 === 0;
}

/** Every row of every table as text. */
export async function dumpDatabase({ db }: Pick<Fleet, 'db'>): Promise<string> {
  const tables = await db.pool.query<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await db.pool.query<{ text: string }>(`select t::text as text from ${name} t`);
    texts.push(...rows.map(({ text }) => `${name} ${text}`));
  }
  return texts.join('\n');
}

/** The lines of the program's log, without the messages that the outbox prints outside production. */
export const logOf = (fleet: Pick<Fleet, 'logLines'>) =>
  fleet.logLines.filter((line) => line.startsWith('{')).join('\n');
