import { type IdentityApp, testPassword } from '#test/support/identity-app.ts';
import { newPhone } from '#test/support/sign-in.ts';
import { inParallel } from '#test/torture/money/donors.ts';

const logInBy = (app: IdentityApp, phone: string, comfirmCode: string, actionId?: string) =>
  app.ask('GET Sms/CheckComfirmCode', {
    query: { phone, comfirmCode, rememberMe: false, ...(actionId !== undefined && { actionId }) },
  });
const confirm = (app: IdentityApp, phone: string, code: string) =>
  app.ask('GET Identity/ConfirmCode', { query: { phone, code } });
const confirmAdmin = (app: IdentityApp, phone: string, code: string) =>
  app.ask('GET Identity/ConfirmCodeAdmin', { query: { phone, code } });
const setPassword = (app: IdentityApp, actionId: string, password: string) =>
  app.ask('PUT Identity/ChangePassword', { query: { actionId, password } });

/** Sends a right code many times at once, for a login and for a new password, then wrong ones. Counts successes and checked tries. */
export async function stormCodes(app: IdentityApp, count: number) {
  const both = (phone: string, code: string, index: number) =>
    index % 2 === 0 ? logInBy(app, phone, code) : confirm(app, phone, code);
  const first = await app.someone();
  const code = await app.sendCode(first.phone);
  const right = await Promise.all(Array.from({ length: count }, () => logInBy(app, first.phone, code)));
  const third = await app.someone();
  const mixedCode = await app.sendCode(third.phone);
  const mixed = await Promise.all(Array.from({ length: count }, (_, index) => both(third.phone, mixedCode, index)));
  const second = await app.someone();
  const other = await app.sendCode(second.phone);
  const guesses = Array.from({ length: count }, (_, index) => String(index).padStart(6, '0')).filter(
    (it) => it !== other,
  );
  const wrong = await Promise.all(guesses.map((guess, index) => both(second.phone, guess, index)));
  const late = await logInBy(app, second.phone, other);
  const elsewhere = await logInBy(app, newPhone(), other);
  const good = (answers: readonly { status: number }[]) => answers.filter(({ status }) => status === 200).length;
  return {
    logins: good(right),
    uses: good(mixed),
    looked: wrong.filter((answer) => answer.code === 'WrongCode').length,
    /** Successes of the right code after all the wrong ones. */
    guessed: good([...wrong, late, elsewhere]),
    codes: [code, other],
  };
}

/** Records unexpected answers. */
class Expectations {
  readonly wrong: string[] = [];
  tried = 0;

  async expect(what: string, answer: Promise<{ status: number }>, isGood: boolean): Promise<void> {
    this.tried += 1;
    const { status } = await answer;
    if ((status === 200) !== isGood || status >= 500) this.wrong.push(`${what}: ${status}`);
  }
}

/** Requests a new code that differs from another one. */
async function codeOtherThan(app: IdentityApp, phone: string, other: string): Promise<string> {
  for (;;) {
    const code = await app.sendCode(phone);
    if (code !== other) return code;
  }
}

async function tryPurposes(app: IdentityApp, answers: Expectations): Promise<void> {
  const { phone } = await app.someone('moderator');
  const plain = await app.sendCode(phone);
  await answers.expect('a code for a login, in the admin area', confirmAdmin(app, phone, plain), false);
  await app.ask('POST Identity/AdminLogin', { body: { phone, password: testPassword, rememberMe: false } });
  const admin = await app.codeOf(phone);
  if (admin !== plain) {
    await answers.expect('a code of the admin area, for a login', logInBy(app, phone, admin), false);
    await answers.expect('a code of the admin area, for a new password', confirm(app, phone, admin), false);
  }
  await answers.expect('a code of the admin area', confirmAdmin(app, phone, admin), true);
  await answers.expect('a code of the admin area, again', confirmAdmin(app, phone, admin), false);
  await answers.expect('a code for a login', logInBy(app, phone, plain), true);
  await answers.expect('a code for a login, then for a password', confirm(app, phone, plain), false);
  const reset = await app.sendCode(phone);
  const right = await confirm(app, phone, reset);
  await answers.expect('a code for a password', Promise.resolve(right), true);
  await answers.expect('a code for a password, then for a login', logInBy(app, phone, reset), false);
}

async function tryRights(app: IdentityApp, answers: Expectations): Promise<void> {
  const phone = newPhone();
  const registered = await app.ask('POST Identity/Register', { body: { phone, password: testPassword } });
  const registration = registered.text('actionId');
  await answers.expect(
    'the right of a registration, for a password',
    setPassword(app, registration, 'другой пароль 1'),
    false,
  );
  const one = await app.someone();
  const other = await app.someone();
  const code = await app.sendCode(one.phone);
  await answers.expect(`the right of another phone's registration`, logInBy(app, one.phone, code, registration), false);
  const right = (await confirm(app, one.phone, await app.sendCode(one.phone))).text('actionId');
  const again = await app.sendCode(one.phone);
  await answers.expect('the right to a password, for a registration', logInBy(app, one.phone, again, right), false);
  await answers.expect('the right to a password', setPassword(app, right, 'новый пароль 11'), true);
  await answers.expect('the right to a password, again', setPassword(app, right, 'новый пароль 12'), false);
  await answers.expect('the new password', app.logIn(one.phone, 'новый пароль 11'), true);
  await answers.expect('the old password', app.logIn(one.phone), false);
  await answers.expect('the password of another user', app.logIn(other.phone), true);
  await answers.expect('a registration', logInBy(app, phone, await app.codeOf(phone), registration), true);
}

async function tryPhones(app: IdentityApp, answers: Expectations): Promise<void> {
  const one = await app.someone();
  const other = await app.someone();
  const old = await app.sendCode(one.phone);
  const foreign = await codeOtherThan(app, other.phone, old);
  await answers.expect(`a code of another phone, for a login`, logInBy(app, one.phone, foreign), false);
  await answers.expect(`a code of another phone, for a password`, confirm(app, one.phone, foreign), false);
  const code = await codeOtherThan(app, one.phone, old);
  await answers.expect('a code after which a new one was sent', logInBy(app, one.phone, old), false);
  await answers.expect('the newest code', logInBy(app, one.phone, code), true);
}

/** Uses codes and rights where they are not valid: for another purpose, of another phone, used before, replaced. */
export async function misplaceCodes(app: IdentityApp, rounds: number): Promise<{ tried: number; wrong: string[] }> {
  const answers = new Expectations();
  await inParallel(rounds, 4, async () => {
    await tryPurposes(app, answers);
    await tryRights(app, answers);
    await tryPhones(app, answers);
  });
  return answers;
}

/** Codes in the order in which they are sent. */
export async function drawCodes(app: IdentityApp, count: number): Promise<string[]> {
  const before = app.printed.length;
  await inParallel(count, 16, async () => {
    await app.ask('GET Sms/SendComfirmCode', { query: { phone: newPhone() } });
  });
  return app.printed.slice(before).map((line) => /#(\S+)$/.exec(line)?.[1] ?? '');
}

/** Pearson's chi-squared statistic of the counts against equal ones. */
function chiSquare(values: readonly number[], kinds: number): number {
  const counts = new Array<number>(kinds).fill(0);
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  const wanted = values.length / kinds;
  return counts.reduce((sum, count) => sum + (count - wanted) ** 2 / wanted, 0);
}

/** Limits that random codes exceed once in a million times, for 10 and for 100 kinds of values. */
const bounds = { 10: 45, 100: 182 } as const;

/**
 * Finds flaws in codes that should be random: not six digits, too frequent digits or beginnings or steps from one code to the next, more
 * or fewer repetitions than chance makes.
 */
export function randomnessFaults(codes: readonly string[]): string[] {
  const faults: string[] = [];
  const odd = codes.find((code) => !/^\d{6}$/.test(code));
  if (odd !== undefined || codes.length === 0) return [`not six digits: ${odd}`];
  const judge = (what: string, values: readonly number[], kinds: 10 | 100) => {
    const seen = chiSquare(values, kinds);
    if (seen > bounds[kinds]) faults.push(`${what}: chi square ${seen.toFixed(0)}`);
  };
  for (const place of [0, 1, 2, 3, 4, 5]) {
    judge(
      `digit ${place + 1}`,
      codes.map((code) => Number(code[place])),
      10,
    );
  }
  const numbers = codes.map(Number);
  judge(
    'the first two digits',
    numbers.map((number) => Math.floor(number / 10_000)),
    100,
  );
  judge(
    'the last two digits',
    numbers.map((number) => number % 100),
    100,
  );
  const steps = numbers.slice(1).map((number, at) => (number - (numbers[at] ?? 0) + 1_000_000) % 1_000_000);
  judge(
    'steps',
    steps.map((step) => Math.floor(step / 10_000)),
    100,
  );
  const repeated = codes.length - new Set(codes).size;
  const wanted = codes.length ** 2 / 2_000_000;
  if (Math.abs(repeated - wanted) > 6 * Math.sqrt(wanted) + 6)
    faults.push(`${repeated} repetitions instead of ${wanted}`);
  return faults;
}
