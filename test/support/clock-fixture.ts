import { z } from 'zod';
import { as, ChoiceFixture, type Creator, type GivenDonation, requireZeros } from '#test/support/choice-fixture.ts';
import { readClockFaults } from '#test/support/money/clock-faults.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, startApp } from '#test/support/start-app.ts';

const clock = z.object({
  id: z.string(),
  state: z.enum(['running', 'paused', 'over']),
  startedAt: z.string(),
  endsAt: z.string().nullable(),
  closedAt: z.string().nullable(),
  remaining: z.number(),
  minutes: z.number(),
  sum: z.number(),
  seconds: z.number(),
  isLinear: z.boolean(),
  most: z.number().nullable(),
  room: z.number().nullable(),
  donations: z.object({ sum: z.number(), count: z.number(), seconds: z.number() }),
  own: z
    .object({
      revision: z.number(),
      endedFor: z.string().nullable(),
      corrections: z.array(z.object({ seconds: z.number(), madeAt: z.string() })),
    })
    .nullable(),
});

const answered = z.object({ data: z.object({ now: z.string(), clock: clock.nullable() }) });

export type ReadClock = z.infer<typeof clock>;

/** The real app, its creators with a clock, and donors who prolong it. */
export class ClockFixture extends ChoiceFixture {
  control(who: Pick<SignedIn, 'token'> | null, body: object, settings: object = {}): Promise<ApiAnswer> {
    return this.app.request('POST Clock/Control', { body }, { ...as(who), ...settings });
  }

  /** A clock of one hour, a minute for each 5,000. */
  async start(creator: Creator, more: object = {}): Promise<ReadClock> {
    return this.#done(await this.control(creator, { act: 'start', minutes: 60, sum: 5_000, seconds: 60, ...more }));
  }

  /** Does something with the clock as it is now. */
  async act(creator: Creator, act: string, more: object = {}): Promise<ReadClock> {
    return this.#done(await this.control(creator, { act, ...(await this.known(creator)), ...more }));
  }

  #done(answer: ApiAnswer): ReadClock {
    if (answer.status !== 200) throw new Error(`the clock was not changed: ${JSON.stringify(answer.body)}`);
    const { data } = answered.parse(answer.body);
    if (data.clock === null) throw new Error('the clock is gone');
    return data.clock;
  }

  /** What names the creator's clock as it is now. */
  async known(creator: Creator): Promise<{ clockId: string; revision: number }> {
    const { id, own } = await this.clock(creator, creator);
    return { clockId: id, revision: own?.revision ?? 0 };
  }

  async answer({ userName }: Creator, who: Pick<SignedIn, 'token'> | null = null) {
    return answered.parse((await this.app.request('GET Clock/Get', { query: { userName } }, as(who))).body).data;
  }

  /** The clock as somebody sees it. */
  async clock(creator: Creator, who: Pick<SignedIn, 'token'> | null = null): Promise<ReadClock> {
    const { clock: read } = await this.answer(creator, who);
    if (read === null) throw new Error('there is no clock');
    return read;
  }

  /** Seconds between the start and the end of a clock that runs. */
  async length(creator: Creator): Promise<number> {
    const { startedAt, endsAt } = await this.clock(creator, creator);
    if (endsAt === null) throw new Error('the clock does not run');
    return (Date.parse(endsAt) - Date.parse(startedAt)) / 1_000;
  }

  /** Throws where clocks differ from what is computed anew from the payments. */
  async requireRight(): Promise<void> {
    requireZeros(await readClockFaults(this.app.db));
  }

  /** A donation that is not paid yet. */
  give(creator: Creator, amount: number): Promise<GivenDonation> {
    return this.choose(creator, amount);
  }

  async givePaid(creator: Creator, amount: number): Promise<GivenDonation> {
    const given = await this.give(creator, amount);
    await this.pay(given);
    return given;
  }

  /** Lets a clock have started so many seconds earlier, with all that it has seen since. */
  async age(clockId: string, seconds: number): Promise<void> {
    const before = 'make_interval(secs => $2)';
    await this.app.db.pool.query(
      `update clock set started_at = started_at - ${before}, ends_at = ends_at - ${before}, paused_at = paused_at - ${before},
         closed_at = closed_at - ${before} where id = $1`,
      [clockId, seconds],
    );
    await this.app.db.pool.query(
      `update clock_pause set started_at = started_at - ${before}, ended_at = ended_at - ${before} where clock_id = $1`,
      [clockId, seconds],
    );
  }

  /** The clock's time has run out a second ago. */
  async runOut(clockId: string): Promise<void> {
    await this.app.db.pool.query(
      `with gone as (select extract(epoch from ends_at - date_trunc('milliseconds', now())) + 1 as seconds from clock where id = $1)
       update clock set started_at = started_at - make_interval(secs => gone.seconds::float8),
         ends_at = ends_at - make_interval(secs => gone.seconds::float8) from gone where id = $1`,
      [clockId],
    );
  }
}

export async function openClockFixture(): Promise<ClockFixture> {
  return new ClockFixture(await startApp({ env: { LIMITS: 'off' } }));
}
