import type { Logger } from 'pino';
import type { Database } from '#base/db/db.server.ts';
import type { ProcessClock } from '#base/process/process-clock.server.ts';
import type { TaxItem } from './payment-lines.ts';
import type { PaymentSystems } from './payment-system.server.ts';

/** What the parts of payments work with. */
export interface PaymentDeps {
  readonly db: Database;
  readonly systems: PaymentSystems;
  /** ISO 4217 code of the country's currency. */
  readonly currency: string;
  /** The site's address, without a trailing slash. */
  readonly publicUrl: string;
  /** What the operator's configuration calls all that is sold, for tax receipts; absent: nothing. */
  readonly taxItem?: TaxItem | null | undefined;
  /** `RECEIPT_HOURS`: after so many a fiscal receipt that has not come is missing. */
  readonly receiptHours: number;
  /** For the waits between and for questions about a payment; by default the process's own. */
  readonly processClock?: ProcessClock | undefined;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}
