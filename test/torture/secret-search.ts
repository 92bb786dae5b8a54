/** Something that only its owner may ever be told, and that is kept nowhere as it is. */
export interface Secret {
  readonly owner: string;
  readonly what: string;
  readonly value: string;
  /** Six digits: looked for only where they stand alone. */
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

/** Which secrets stand in a text, whatever they are written in: what they are and whose. */
export function findSecrets(text: string, secrets: readonly Secret[]): string[] {
  return secrets.filter((secret) => isIn(text, secret)).map(({ owner, what }) => `${what} of ${owner}`);
}

/** Which answers tell a secret to somebody else than its owner. `askers` that act for an owner are he himself. */
export function findTold(
  answers: readonly { asker: string; call: string; text: string }[],
  secrets: readonly Secret[],
): string[] {
  return answers.flatMap(({ asker, call, text }) =>
    findSecrets(
      text,
      secrets.filter(({ owner, isCode }) => owner !== asker && !isCode),
    ).map((told) => `${told}, told to ${asker} by ${call}`),
  );
}

/** Digits that look like a whole card number: 16 of them that pass the Luhn check and begin as the country's cards do. */
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
