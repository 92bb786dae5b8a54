import type { Tx } from '#base/db/db.server.ts';

/** What the buttons below the message of a donation do; both return false where it is not possible. */
export interface DonationActs {
  /** Shows the alert of a donation again, or skips it. */
  controlAlert(tx: Tx, asked: { projectId: string; payId: string; action: 'replay' | 'skip' }): Promise<boolean>;
  thank(tx: Tx, asked: { projectId: string; payId: string }): Promise<boolean>;
}
