import type { Database } from '#base/db/db.server.ts';

/** A change of an alert's state, as a trigger has recorded it. `at` in milliseconds of the epoch. */
interface AlertStep {
  readonly alert: string;
  readonly lease: number;
  readonly state: string;
  readonly at: number;
}

/** The name of one report of one page: the same alert under a later lease is another one. */
export const reportName = (alert: string, lease: number, state: string) => `${alert} ${lease} ${state}`;

/** Records every step of alerts and every write to webhook messages, with the process that made it. */
export async function recordLeases(db: Database): Promise<void> {
  await db.pool.query(`
    create table alert_step (number bigserial, alert uuid, lease integer, state text, at float8);
    create function record_alert() returns trigger language plpgsql as $$ begin
      insert into alert_step (alert, lease, state, at)
      values (new.id, new.lease, new.state, extract(epoch from clock_timestamp()) * 1000);
      return null;
    end $$;
    create trigger record_alert after update of state on alert for each row
      when (old.state is distinct from new.state) execute function record_alert();
    create table message_write (number bigserial, message uuid, process text, is_claim boolean, state text);
    create function record_message() returns trigger language plpgsql as $$ begin
      insert into message_write (message, process, is_claim, state) values (new.id, current_setting('application_name'),
        new.lease is not null and new.lease is distinct from old.lease, new.state);
      return null;
    end $$;
    create trigger record_message after update on webhook_delivery for each row
      when (current_setting('application_name') like 'opora-_') execute function record_message()`);
}

/**
 * Compares the steps of alerts with the reports that pages have sent: by name, the time when each was sent first. `underLostLease`: the page
 * under the running lease had not reported it by then, so another lease's report made it. `madeTwice`: by one lease.
 */
export function findAlertLeaseFaults(steps: readonly AlertStep[], sent: ReadonlyMap<string, number>) {
  const made = new Set<string>();
  let underLostLease = 0;
  let madeTwice = 0;
  for (const { alert, lease, state, at } of steps) {
    if (state !== 'playing' && state !== 'shown') continue;
    const name = reportName(alert, lease, state);
    // Both clocks are this machine's; one of them counts whole milliseconds.
    if ((sent.get(name) ?? Number.POSITIVE_INFINITY) > at + 1) underLostLease += 1;
    if (made.has(name)) madeTwice += 1;
    made.add(name);
  }
  return { underLostLease, madeTwice };
}

export async function readSteps(db: Database): Promise<AlertStep[]> {
  return (await db.pool.query<AlertStep>('select alert, lease, state, at from alert_step order by number')).rows;
}

interface MessageFaults {
  readonly takenOver: number;
  readonly byAnother: number;
  readonly withoutClaim: number;
  readonly deliveredTwice: number;
}

/**
 * Compares the outcomes of webhook messages with the claims before them. `takenOver`: claims of a message that was still claimed;
 * `byAnother`: outcomes of a process whose claim another one had taken over; `withoutClaim`: second outcomes of one claim.
 */
export async function readMessageFaults(db: Database): Promise<MessageFaults> {
  const { rows } = await db.pool.query<MessageFaults>(`
    with writes as (
      select *, coalesce(lag(is_claim) over before, false) as is_claimed, lag(process) over before as holder
      from message_write window before as (partition by message order by number)
    )
    select count(*) filter (where is_claim and is_claimed)::integer as "takenOver",
      count(*) filter (where not is_claim and is_claimed and process <> holder)::integer as "byAnother",
      count(*) filter (where not is_claim and not is_claimed)::integer as "withoutClaim",
      (count(*) filter (where not is_claim and state = 'delivered')
        - count(distinct message) filter (where not is_claim and state = 'delivered'))::integer as "deliveredTwice"
    from writes`);
  const [row] = rows;
  if (row === undefined) throw new Error('the writes do not answer');
  return row;
}
