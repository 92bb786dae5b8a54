import { z } from 'zod';
import { as, ChoiceFixture, type Creator, requireZeros } from '#test/support/choice-fixture.ts';
import { readLedgerFaults, readTotalFaults } from '#test/support/money/money-faults.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, startApp } from '#test/support/start-app.ts';

type Who = Pick<SignedIn, 'token'>;

const member = z.object({ userName: z.string(), percent: z.number(), answer: z.string(), hasLeft: z.boolean() });

const joint = z.object({
  id: z.string(),
  revision: z.number(),
  title: z.string(),
  state: z.string(),
  isHost: z.boolean(),
  endedAt: z.string().nullable(),
  removedFor: z.string().nullable(),
  own: z.number(),
  whole: z.number(),
  members: z.array(member),
});

export type ReadJoint = z.infer<typeof joint>;

const shown = z.object({
  id: z.string(),
  revision: z.number(),
  title: z.string(),
  members: z.array(z.object({ userName: z.string(), percent: z.number() })),
});

/** What is stored of a donation: the one that was given first. */
export interface StoredPart {
  readonly id: string;
  readonly projectId: string;
  readonly amount: number;
  readonly commission: number;
  readonly whole: number | null;
  readonly isPaid: boolean;
}

/** Streams together, and what is given in them. */
export class JointFixture extends ChoiceFixture {
  save(who: Who | null, body: object): Promise<ApiAnswer> {
    return this.app.request('POST Joint/Save', { body }, as(who));
  }

  agree(who: Who, { id, revision }: Pick<ReadJoint, 'id' | 'revision'>, agrees = true): Promise<ApiAnswer> {
    return this.app.request('POST Joint/Agree', { body: { jointId: id, revision, agrees } }, as(who));
  }

  start(who: Who, { id, revision }: Pick<ReadJoint, 'id' | 'revision'>, more: object = {}): Promise<ApiAnswer> {
    return this.app.request('POST Joint/Start', { body: { jointId: id, revision, ...more } }, as(who));
  }

  end(who: Who, { id }: Pick<ReadJoint, 'id'>): Promise<ApiAnswer> {
    return this.app.request('POST Joint/End', { body: { jointId: id } }, as(who));
  }

  readOf({ body, status }: ApiAnswer): ReadJoint {
    if (status !== 200) throw new Error(JSON.stringify(body));
    return z.object({ data: joint }).parse(body).data;
  }

  async own(who: Who): Promise<readonly ReadJoint[]> {
    const { body } = await this.app.request('GET Joint/Own', {}, as(who));
    return z.object({ data: z.object({ items: z.array(joint) }) }).parse(body).data.items;
  }

  /** What everybody sees on a page; null: nothing runs. */
  async shown({ userName }: Pick<Creator, 'userName'>) {
    const { body } = await this.app.request('GET Joint/Get', { query: { userName } });
    return z.object({ data: z.object({ joint: shown.nullable() }) }).parse(body).data.joint;
  }

  /** A stream of creators with these percents, the host first, to which all have agreed. */
  async planned(creators: readonly Creator[], percents: readonly number[]): Promise<ReadJoint> {
    const [host, ...others] = creators;
    if (host === undefined) throw new Error('there is no host');
    const members = others.map(({ userName }, at) => ({ userName, percent: percents[at + 1] }));
    const made = this.readOf(await this.save(host, { title: 'Вместе', percent: percents[0], members }));
    for (const other of others) this.readOf(await this.agree(other, made));
    return made;
  }

  async running(creators: readonly Creator[], percents: readonly number[]): Promise<ReadJoint> {
    const [host] = creators;
    const made = await this.planned(creators, percents);
    if (host === undefined) throw new Error('there is no host');
    return this.readOf(await this.start(host, made));
  }

  creators(count: number): Promise<Creator[]> {
    return Promise.all(Array.from({ length: count }, () => this.creator()));
  }

  async partsOf(payId: string): Promise<readonly StoredPart[]> {
    const { rows } = await this.app.db.pool.query<StoredPart>(
      `select id, project_id as "projectId", amount::float8 as amount, commission::float8 as commission,
         joint_amount::float8 as whole, number is not null and refunded_at is null as "isPaid"
       from donation where id = $1 or joint_of = $1 order by joint_of nulls first, project_id`,
      [payId],
    );
    return rows;
  }

  /** Throws where ledger, totals and donations differ, or the parts of a paid donation are not what was paid. */
  async requireRight(): Promise<void> {
    requireZeros(await readLedgerFaults(this.app.db));
    requireZeros(await readTotalFaults(this.app.db));
    const { rows } = await this.app.db.pool.query<Record<string, number>>(`
      with given as (
        select d.id, d.joint_amount, p.amount - p.refunded as rest, p.status from donation d join payment p on p.reference = d.id
        where d.joint_id is not null and d.joint_of is null
      ), parts as (
        select coalesce(joint_of, id) as id, sum(amount) filter (where refunded_at is null) as amount,
          count(*) filter (where number is not null) as paid, count(*) as count, count(distinct joint_amount) filter (where refunded_at is null) as wholes, min(joint_amount) as least
        from donation where joint_id is not null group by 1
      )
      select count(*) filter (where status in ('Created', 'AwaitingCode', 'Paid') and (amount, joint_amount) is distinct from (rest, rest::bigint))::float8 as sums,
        count(*) filter (where status = 'Refunded' and amount is not null)::float8 as refunds,
        count(*) filter (where paid <> case when status in ('Paid', 'Refunded') then count else 0 end)::float8 as paid,
        count(*) filter (where wholes > 1 or least <> joint_amount)::float8 as wholes
      from given join parts using (id)`);
    requireZeros(rows[0] ?? { none: 1 });
  }
}

export async function openJointFixture(): Promise<JointFixture> {
  return new JointFixture(await startApp({ env: { LIMITS: 'off' } }));
}
