import type { Queryable, Tx } from '#base/db/db.server.ts';
import type { LockedPayment } from '../../payment-system.server.ts';
import type { OwnPayment } from '../own-payment-store.server.ts';

/** A payment that Payme has called about, locked until the transaction ends. */
export interface CalledPayment {
  readonly tx: Tx;
  readonly lock: LockedPayment;
  readonly payment: OwnPayment;
}

/** A cash register of Payme: which of our payments it has, when they take its money, and what follows from its calls. */
export interface PaymeRegister {
  /** Of its payments. */
  readonly system: 'payme' | 'payme-card';
  /** Its endpoint, below `/api/Payment`. */
  readonly endpoint: 'Payme' | 'PaymeCard';
  /** Throws the error that Payme gets where a payment takes no money now. `id`: of the new transaction; null: there is none yet. */
  requireOpen(called: CalledPayment, id: string | null): Promise<void>;
  /** Whether Payme may take the money of a transaction that was created before. */
  mayPerform(called: CalledPayment, id: string): Promise<boolean>;
  /** Settles what Payme has reported, or finds out about it. */
  settle(called: CalledPayment): Promise<void>;
  /** The payment of a receipt at Payme, by its id; null: it is not ours. */
  findPayment(db: Queryable, id: string): Promise<{ readonly providerId: string } | null>;
  /** Stores a paid receipt that is older than the calls as a transaction. Absent: nothing is paid without them. */
  adopt?(db: Queryable, id: string): Promise<void>;
}
