import { setTimeout as pause } from 'node:timers/promises';
import { test } from 'vitest';
import { z } from 'zod';
import { rewordAlert } from '#app/widgets/reworded-alert.server.ts';
import { enqueueAlert } from '#app/widgets/widgets.server.ts';
import { minor } from '#base/money/money.ts';
import { inParallel } from '#test/load/money/donors.ts';
import { prove, scaled } from '#test/load/prove.ts';
import { RenewedTokens, type SignedIn, signIn } from '#test/support/sign-in.ts';
import { startApp, type TestApp, testSecrets } from '#test/support/start-app.ts';
import { readWidgetKey } from './widget-key.ts';
import { loadPage, openScreen } from './widget-source.ts';

/** An alert as its creator saw it: the names of its donors and its message. */
interface SeenAlert {
  readonly names: readonly string[];
  readonly message: string | null;
}

/** A press that the server has accepted, with the alerts that it named as the creator saw them. */
interface Press {
  readonly action: string;
  readonly named: readonly SeenAlert[];
}

/** A change of one donation's alert in the database. */
interface Step {
  readonly name: string;
  readonly message: string | null;
  readonly was: string;
  readonly state: string;
  readonly reason: string | null;
}

interface PressFaults {
  /** Alerts skipped or rejected without having been named. */
  readonly lost: number;
  /** Alerts approved with a message that the creator had not read, or without having been named. */
  readonly unread: number;
  /** Alerts that are neither shown, skipped nor rejected at the end. */
  readonly stuck: number;
}

const wordsOf = (name: string, message: string | null) => JSON.stringify([name, message]);

/** How often accepted presses of an action named each donation, by donor and message. */
class Named {
  readonly #times = new Map<string, number>();

  constructor(presses: readonly Press[], action: string) {
    const named = presses.filter((press) => press.action === action).flatMap((press) => press.named);
    for (const { names, message } of named) {
      for (const name of names) this.#add(wordsOf(name, message), 1);
    }
  }

  #add(words: string, times: number): number {
    const left = (this.#times.get(words) ?? 0) + times;
    this.#times.set(words, left);
    return left;
  }

  /** Whether a press explains the step. Each press explains one step. */
  explains({ name, message }: Step): boolean {
    return this.#add(wordsOf(name, message), -1) >= 0;
  }
}

/** Compares the steps of alerts with the presses of their creators. */
function findPressFaults(steps: readonly Step[], presses: readonly Press[]): PressFaults {
  const skipped = new Named(presses, 'skip');
  const rejected = new Named(presses, 'reject');
  const approved = new Named(presses, 'approve');
  const last = new Map<string, string>();
  let lost = 0;
  let unread = 0;
  for (const step of steps) {
    const { was, state } = step;
    last.set(step.name, state);
    if (state === 'skipped' && step.reason !== 'refunded' && !skipped.explains(step)) lost += 1;
    if (state === 'rejected' && !rejected.explains(step)) lost += 1;
    if (state === 'queued' && (was === 'held' || was === 'rejected') && !approved.explains(step)) unread += 1;
  }
  const ends = ['shown', 'skipped', 'rejected'];
  return { lost, unread, stuck: [...last.values()].filter((state) => !ends.includes(state)).length };
}

const listed = z.object({
  alertId: z.string(),
  name: z.string().nullable(),
  message: z.string().nullable(),
  state: z.string(),
  reason: z.string().nullable(),
  digest: z.object({ names: z.array(z.string()) }).nullable(),
});
type Listed = z.output<typeof listed>;
const queueAnswer = z.object({
  data: z.object({
    current: listed.nullable(),
    queued: z.array(listed),
    held: z.array(listed),
    uncertain: z.array(listed),
    ended: z.array(listed),
    waiting: z.int(),
  }),
});
type Queue = z.output<typeof queueAnswer>['data'];

const seenOf = ({ name, message, digest }: Listed): SeenAlert => ({ names: digest?.names ?? [name ?? ''], message });

function pick<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}

/** Chooses a press on this view of the queue; null if there is nothing to press. */
function chooseAct({
  current,
  queued,
  held,
  uncertain,
  ended,
}: Queue): { action: string; on: readonly Listed[] } | null {
  const one = (action: string, from: readonly (Listed | null)[]) => {
    const chosen = pick(from.filter((alert) => alert !== null));
    return chosen === undefined ? null : { action, on: [chosen] };
  };
  const acts = [
    () => one('skip', [current]),
    () => one('skip', [...queued, ...uncertain]),
    // The first alert is the one that plays, ends or becomes part of a digest before the press arrives.
    () => one('skip', queued.slice(0, 1)),
    () => one('skip', queued.slice(0, 1)),
    () => (queued.length === 0 ? null : { action: 'skip', on: queued }),
    () => one('approve', held),
    () => (held.length === 0 ? null : { action: 'approve', on: held }),
    () => one('reject', held),
    () =>
      one(
        'approve',
        ended.filter(({ state, reason }) => state === 'rejected' && reason !== 'refunded'),
      ),
    () => one('replay', [...ended.filter(({ state }) => state !== 'rejected'), ...uncertain]),
    () =>
      one(
        'replay',
        ended.filter(({ state }) => state === 'shown'),
      ),
    () => ({ action: 'pause', on: [] }),
    () => ({ action: 'resume', on: [] }),
    () => ({ action: 'resume', on: [] }),
  ];
  return pick(acts)?.() ?? null;
}

/** The counts and presses of all creators of a run. */
class PressRun {
  readonly app: TestApp;
  readonly #tokens = new RenewedTokens(testSecrets.jwt);
  readonly accepted: Press[] = [];
  readonly counts = { presses: 0, refused: 0, nameless: 0, namelessTaken: 0, reworded: 0, donors: 0 };

  constructor(app: TestApp) {
    this.app = app;
  }

  async look(creator: SignedIn): Promise<Queue> {
    const answer = await this.#tokens.ask(creator.token, (settings) => this.app.api('GET Widget/Queue', {}, settings));
    return queueAnswer.parse(answer.body).data;
  }

  async press(creator: SignedIn, action: string, on: readonly Listed[]): Promise<void> {
    const ids = on.map(({ alertId }) => alertId);
    const named = ids.length > 1 ? { alertIds: ids } : { alertId: ids[0] };
    const { status } = await this.#control(creator, { action, ...named });
    this.counts.presses += 1;
    if (status === 200) this.accepted.push({ action, named: on.map(seenOf) });
    else if (status === 404 || status === 409) this.counts.refused += 1;
    else throw new Error(`${action} was answered ${status}`);
  }

  #control({ token }: SignedIn, body: { readonly action: string | undefined }) {
    return this.#tokens.ask(token, (settings) => this.app.api('POST Widget/Control', { body }, settings));
  }

  /** Presses as a page of an earlier version, which names no alert. */
  async pressBlindly(creator: SignedIn): Promise<void> {
    const action = pick(['skip', 'approve', 'reject']);
    const { status } = await this.#control(creator, { action });
    this.counts.nameless += 1;
    if (status !== 400) this.counts.namelessTaken += 1;
  }

  async give(projectId: string): Promise<void> {
    // Sometimes as many donations without a message as form a digest.
    const isCrowd = Math.random() < 0.12;
    for (let left = isCrowd ? 14 : 1 + Math.floor(Math.random() * 3); left > 0; left -= 1) {
      this.counts.donors += 1;
      const name = `Донор ${this.counts.donors}`;
      const message = isCrowd || Math.random() < 0.2 ? null : `Слова ${this.counts.donors}`;
      const donation = {
        projectId,
        donationId: crypto.randomUUID(),
        name,
        amount: minor(1_000_000),
        message,
        month: null,
        giftedMonths: null,
        giftedPieces: null,
      };
      await this.app.db.transaction((tx) => enqueueAlert(tx, donation));
    }
  }

  /** A donor changes the rejected message. */
  async reword(projectId: string): Promise<void> {
    const { rows } = await this.app.db.pool.query<{ pay_id: string; message: string }>(
      `select pay_id, message from alert where project_id = $1 and state = 'rejected' order by random() limit 1`,
      [projectId],
    );
    const [alert] = rows;
    if (alert === undefined) return;
    const donation = { projectId, donationId: alert.pay_id, message: `${alert.message} иначе` };
    if (await this.app.db.transaction((tx) => rewordAlert(tx, donation))) this.counts.reworded += 1;
  }
}

/** One creator's stream: donations arrive, pages show them, and the creator presses on a slightly old view. */
async function runStream(run: PressRun, creator: SignedIn, presses: number): Promise<void> {
  let isOn = true;
  const donors = async () => {
    while (isOn) {
      const { waiting, held } = await run.look(creator);
      if (waiting + held.length < 40) await run.give(creator.projectId);
      if (Math.random() < 0.2) await run.reword(creator.projectId);
      await pause(Math.random() * 30);
    }
  };
  const giving = donors();
  try {
    for (let pressed = 0; pressed < presses; ) {
      const act = chooseAct(await run.look(creator));
      // The view grows old before the press.
      await pause(Math.random() < 0.5 ? 0 : Math.random() * 250);
      if (Math.random() < 0.1) await run.pressBlindly(creator);
      else if (act !== null) await run.press(creator, act.action, act.on);
      else continue;
      pressed += 1;
    }
  } finally {
    isOn = false;
    await giving;
  }
}

/** At the end approves everything that waits, by its id, until all of it is shown. */
async function settle(run: PressRun, creator: SignedIn): Promise<void> {
  await run.press(creator, 'resume', []);
  for (;;) {
    const { current, held, uncertain, waiting } = await run.look(creator);
    if (current === null && waiting + held.length + uncertain.length === 0) return;
    if (held.length > 0) await run.press(creator, 'approve', held);
    for (const alert of uncertain) await run.press(creator, 'replay', [alert]);
    await pause(50);
  }
}

const history = `
  create table alert_history (number bigserial, name text, message text, was text, state text, reason text);
  create function note_alert() returns trigger language plpgsql as $$
  begin
    insert into alert_history (name, message, was, state, reason) values (new.name, new.message, old.state, new.state, new.reason);
    return null;
  end
  $$;
  create trigger note_alert after update of state on alert for each row
    when (old.state is distinct from new.state) execute function note_alert();`;

async function openCreators(app: TestApp, count: number) {
  const creators: { creator: SignedIn; key: string }[] = [];
  await inParallel(count, 4, async (at) => {
    const creator = await signIn(app.db, testSecrets.jwt);
    const key = await readWidgetKey(app.api, creator);
    const review = at % 2 === 0 ? 'hold' : 'off';
    await app.api('PUT Widget/Settings', { body: { alert: { minAmount: 0, review } } }, creator);
    creators.push({ creator, key });
  });
  return creators;
}

test('27: no press loses an alert that its creator did not name', async () => {
  const presses = scaled(10_000, 300);
  const app = await startApp({ env: { LIMITS: 'off', LOG_LEVEL: 'silent' } });
  const pages: { close(): void }[] = [];
  try {
    await app.db.pool.query(history);
    const run = new PressRun(app);
    const creators = await openCreators(app, 6);
    for (const { key } of creators) {
      for (const playMs of [25, 300]) pages.push(loadPage(openScreen(key, playMs), app.url, app.request));
    }
    const each = Math.ceil(presses / creators.length);
    await inParallel(creators.length, creators.length, async (at) => {
      const one = creators[at];
      if (one === undefined) return;
      await runStream(run, one.creator, each);
      await settle(run, one.creator);
    });
    const { rows: steps } = await app.db.pool.query<Step>('select * from alert_history order by number');
    const counted = await app.db.pool.query<{ shown: number; digests: number }>(
      `select count(*) filter (where state = 'shown')::integer as shown, count(distinct digest_id)::integer as digests from alert`,
    );
    const { refused, nameless, namelessTaken, reworded } = run.counts;
    prove(27, {
      promise: `${presses} presses of skip, approve, reject, replay and pause on a slightly old view: no alert is lost that was not named`,
      none: {
        ...findPressFaults(steps, run.accepted),
        'taken without a name': namelessTaken,
      },
      met: {
        refused,
        'pressed without a name': nameless,
        shown: counted.rows[0]?.shown ?? 0,
      },
      shown: { digests: counted.rows[0]?.digests, 'messages changed': reworded },
    });
  } finally {
    for (const page of pages) page.close();
    await app.close();
  }
});
