import { membersOf } from '#base/text/stored-value.ts';
import { parseStoredPayment, type StoredPayment } from './stored-payment.ts';

/** The state of a payment as sent to the other tabs. `left`: its tab was closed or gave it up. */
export type TabPhase = 'paying' | 'paid' | 'closed' | 'left';

/** A payment and its state in the tab that has it. */
export interface TabPayment {
  readonly payment: StoredPayment;
  readonly phase: TabPhase;
}

/** A channel between the tabs, as `BroadcastChannel` is. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

type TabMessage =
  | { readonly kind: 'ask' }
  | { readonly kind: 'take'; readonly payId: string }
  | ({ readonly kind: 'state'; readonly from: string } & TabPayment);

const phases: readonly TabPhase[] = ['paying', 'paid', 'closed', 'left'];

function readMessage(raw: unknown): TabMessage | null {
  const { kind, payId, payment: sent, phase: named, from } = membersOf(raw);
  if (kind === 'ask') return { kind };
  if (kind === 'take') return typeof payId === 'string' ? { kind, payId } : null;
  const phase = phases.find((known) => known === named);
  const payment = parseStoredPayment(sent);
  if (kind !== 'state' || phase === undefined || payment === null || typeof from !== 'string') return null;
  return { kind, payment, phase, from };
}

interface PaymentTabsOptions {
  readonly channel: TabChannel;
  /** Identifies this tab. If two tabs claim the same payment, the one with the lesser id wins. */
  readonly id: string;
  /** Another tab has a payment for the same subject; null once it no longer has. */
  readonly onElsewhere: (payment: TabPayment | null) => void;
  /** Another tab has taken over this tab's payment. */
  readonly onTaken: () => void;
}

/**
 * Synchronizes the tabs in which one subject (a project, an order) is being paid. A channel reaches hidden tabs at once, timers
 * do not.
 */
export class PaymentTabs {
  readonly #options: PaymentTabsOptions;
  #own: TabPayment | null = null;
  #elsewhere: TabPayment | null = null;
  readonly #ignored = new Set<string>();

  constructor(options: PaymentTabsOptions) {
    this.#options = options;
    options.channel.addEventListener('message', ({ data }) => this.#receive(data));
  }

  /** Asks the other tabs for their payments, which arrive at `onElsewhere` within milliseconds, and announces this tab's own again. */
  ask(): void {
    this.#post({ kind: 'ask' });
    if (this.#own?.phase === 'paying') this.announce(this.#own);
  }

  /** Sends the state of this tab's payment to the other tabs. */
  announce(own: TabPayment): void {
    this.#own = own.phase === 'left' ? null : own;
    this.#post({ kind: 'state', from: this.#options.id, ...own });
  }

  /** Takes over a payment of another tab, which then releases it. */
  take(payId: string): void {
    this.#post({ kind: 'take', payId });
    this.#show(null);
  }

  /** Ignores the other tab's payment from now on. */
  forget(): void {
    if (this.#elsewhere !== null) this.#ignored.add(this.#elsewhere.payment.payId);
    this.#show(null);
  }

  /** Drops the other tab's payment after it has not answered for a while. */
  lose(): void {
    this.#show(null);
  }

  /** The page is being hidden and may come back: the other tabs stop waiting for it. */
  leave(): void {
    if (this.#own?.phase === 'paying') {
      this.#post({ kind: 'state', from: this.#options.id, payment: this.#own.payment, phase: 'left' });
    }
  }

  /** Leaves for good and closes the channel. */
  close(): void {
    this.leave();
    this.#options.channel.close();
  }

  #post(message: TabMessage): void {
    this.#options.channel.postMessage(message);
  }

  #show(elsewhere: TabPayment | null): void {
    this.#elsewhere = elsewhere;
    this.#options.onElsewhere(elsewhere);
  }

  #receive(raw: unknown): void {
    const message = readMessage(raw);
    if (message === null) return;
    const own = this.#own;
    if (message.kind === 'ask') {
      if (own?.phase === 'paying') this.announce(own);
    } else if (message.kind === 'take') {
      if (own?.payment.payId === message.payId) this.#release();
    } else this.#receiveState(message);
  }

  #receiveState({ payment, phase, from }: Extract<TabMessage, { kind: 'state' }>): void {
    const own = this.#own;
    const isClaimed = own?.phase === 'paying' && own.payment.payId === payment.payId && phase === 'paying';
    if (isClaimed && from > this.#options.id) {
      this.announce(own);
      return;
    }
    if (isClaimed) this.#release();
    if (this.#ignored.has(payment.payId)) return;
    const isShown = this.#elsewhere?.payment.payId === payment.payId;
    if (phase === 'paying' || isShown) this.#show(phase === 'left' ? null : { payment, phase });
  }

  #release(): void {
    this.#own = null;
    this.#options.onTaken();
  }
}
