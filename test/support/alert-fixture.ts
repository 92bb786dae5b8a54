import sql from 'sql-template-tag';
import { createPerson } from '#app/profile/new-person.server.ts';
import { markSeen } from '#app/widgets/health/source-store.server.ts';
import type { AlertSettings } from '#app/widgets/look/alert-settings-shape.ts';
import { type Control, controlQueue } from '#app/widgets/queue/alert-control-store.server.ts';
import { type SourceReport, takeNext, takeReport } from '#app/widgets/queue/alert-store.server.ts';
import { enqueueAlert } from '#app/widgets/widgets.server.ts';
import type { Database } from '#base/db/db.server.ts';
import { minor } from '#base/money/money.ts';

let phones = 998_930_000_000;

/** A creator's alert queue with its commands, each in its own transaction. */
export class AlertFixture {
  readonly db: Database;
  readonly projectId: string;

  private constructor(db: Database, projectId: string) {
    this.db = db;
    this.projectId = projectId;
  }

  static async open(db: Database): Promise<AlertFixture> {
    phones += 1;
    const { projectId } = await db.transaction((tx) => createPerson(tx, { phone: String(phones) }));
    return new AlertFixture(db, projectId);
  }

  /** Changes some alert settings; `minAmount` in minor units. */
  async set(alert: Partial<AlertSettings>): Promise<void> {
    await this.db.execute(sql`
      insert into widget_settings (project_id, key_hash, key_sealed, alert)
      values (${this.projectId}, ${Buffer.from(this.projectId)}, '', ${JSON.stringify(alert)}::jsonb)`);
  }

  /** Pays a donation of 10,000 for each name, one after another, and returns their payIds. */
  async give(names: readonly string[], message: string | null = 'привет', amount = 1_000_000): Promise<string[]> {
    const payIds: string[] = [];
    for (const name of names) {
      const payId = crypto.randomUUID();
      payIds.push(payId);
      const donation = {
        projectId: this.projectId,
        donationId: payId,
        name,
        amount: minor(amount),
        message,
        month: null,
        giftedMonths: null,
        giftedPieces: null,
      };
      await this.db.transaction((tx) => enqueueAlert(tx, donation));
    }
    return payIds;
  }

  next(source: string, isVisible = true) {
    const asking = { projectId: this.projectId, source, isVisible };
    return this.db.transaction(async (tx) => {
      const { hasOthers } = await markSeen(tx, asking);
      return takeNext(tx, { ...asking, hasOthers });
    });
  }

  report(source: string, alertId: string, state: SourceReport['state'], reason?: string) {
    return this.db.transaction((tx) => takeReport(tx, { projectId: this.projectId, source, alertId, state, reason }));
  }

  /** Sends a command of the creator for the named alerts. */
  control(action: Control['action'], ...named: readonly (string | undefined)[]) {
    const alertIds = named.filter((id) => id !== undefined);
    return this.db.transaction((tx) => controlQueue(tx, { projectId: this.projectId, action, alertIds }));
  }

  /** Leases the next alert and plays it to its end. Returns its name, or null where there was none. */
  async show(source: string): Promise<string | null> {
    const alert = await this.next(source);
    if (alert === null) return null;
    await this.report(source, alert.alertId, 'playing');
    const result = await this.report(source, alert.alertId, 'shown');
    return result === 'taken' ? alert.name : result;
  }

  async passTime(seconds: number): Promise<void> {
    const by = sql`make_interval(secs => ${seconds})`;
    await this.db.execute(sql`update alert set due_at = due_at - ${by} where project_id = ${this.projectId}`);
    await this.db.execute(sql`update widget_source set seen_at = seen_at - ${by} where project_id = ${this.projectId}`);
  }
}
