import { sql } from 'drizzle-orm';
import { createPerson } from '#app/new-person.server.ts';
import { type Control, controlQueue } from '#app/widgets/alert-control-store.server.ts';
import { type SourceReport, takeNext, takeReport } from '#app/widgets/alert-store.server.ts';
import { markSeen } from '#app/widgets/source-store.server.ts';
import type { AlertSettings } from '#app/widgets/widget-shapes.ts';
import { enqueueAlert } from '#app/widgets/widgets.server.ts';
import type { Database } from '#base/db.server.ts';
import { minor } from '#base/money.ts';

let phones = 998_930_000_000;

/** One creator's alert queue with its commands, each in a transaction of its own. */
export class AlertDesk {
  readonly db: Database;
  readonly projectId: string;

  private constructor(db: Database, projectId: string) {
    this.db = db;
    this.projectId = projectId;
  }

  /** The queue of a new creator. */
  static async open(db: Database): Promise<AlertDesk> {
    phones += 1;
    const { projectId } = await db.transaction((tx) => createPerson(tx, { phone: String(phones) }));
    return new AlertDesk(db, projectId);
  }

  /** Sets what is given of the alert settings; `minAmount` in minor units. */
  async set(alert: Partial<AlertSettings>): Promise<void> {
    await this.db.execute(sql`
      insert into widget_settings (project_id, key_hash, key_sealed, alert)
      values (${this.projectId}, ${Buffer.from(this.projectId)}, '', ${JSON.stringify(alert)}::jsonb)`);
  }

  /** A gift of 10,000 from each name, paid one after the other; answers their payIds. */
  async give(names: readonly string[], message: string | null = 'привет', amount = 1_000_000): Promise<string[]> {
    const payIds: string[] = [];
    for (const name of names) {
      const payId = crypto.randomUUID();
      payIds.push(payId);
      const gift = { projectId: this.projectId, donationId: payId, name, amount: minor(amount), message };
      await this.db.transaction((tx) => enqueueAlert(tx, gift));
    }
    return payIds;
  }

  next(source: string, isVisible = true) {
    const asking = { projectId: this.projectId, source, isVisible };
    return this.db.transaction(async (tx) => {
      await markSeen(tx, asking);
      return takeNext(tx, asking);
    });
  }

  report(source: string, alertId: string, state: SourceReport['state'], reason?: string) {
    return this.db.transaction((tx) => takeReport(tx, { projectId: this.projectId, source, alertId, state, reason }));
  }

  control(action: Control['action'], alertId?: string) {
    return this.db.transaction((tx) => controlQueue(tx, { projectId: this.projectId, action, alertId }));
  }

  /** Takes the next alert and plays it to its end: its name, or null where there was none. */
  async show(source: string): Promise<string | null> {
    const alert = await this.next(source);
    if (alert === null) return null;
    await this.report(source, alert.alertId, 'playing');
    const result = await this.report(source, alert.alertId, 'shown');
    return result === 'taken' ? alert.name : result;
  }

  /** Time goes by for this queue: what was due in less is due. */
  async passTime(seconds: number): Promise<void> {
    const by = sql`make_interval(secs => ${seconds})`;
    await this.db.execute(sql`update alert set due_at = due_at - ${by} where project_id = ${this.projectId}`);
    await this.db.execute(sql`update widget_source set seen_at = seen_at - ${by} where project_id = ${this.projectId}`);
  }
}
