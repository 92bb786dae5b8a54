import { membersOf } from '#base/stored-value.ts';
import { type KeptPayment, parseKeptPayment } from './kept-payment.ts';

/** How far a payment has come, as the other tabs are told. `left`: its tab was closed or gave it up. */
export type TabPhase = 'paying' | 'paid' | 'closed' | 'left';

/** A payment and how far it has come in the tab that has it. */
export interface TabPayment {
  readonly payment: KeptPayment;
  readonly phase: TabPhase;
}

/** A way between the tabs; `BroadcastChannel` has this form. */
export interface TabChannel {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  close(): void;
}

type TabMessage =
  | { readonly kind: 'ask' }
  | { readonly kind: 'take'; readonly payId: string }
  | ({ readonly kind: 'tell'; readonly from: string } & TabPayment);

const phases: readonly TabPhase[] = ['paying', 'paid', 'closed', 'left'];

function readMessage(raw: unknown): TabMessage | null {
  const { kind, payId, payment: told, phase: named, from } = membersOf(raw);
  if (kind === 'ask') return { kind };
  if (kind === 'take') return typeof payId === 'string' ? { kind, payId } : null;
  const phase = phases.find((known) => known === named);
  const payment = parseKeptPayment(told);
  if (kind !== 'tell' || phase === undefined || payment === null || typeof from !== 'string') return null;
  return { kind, payment, phase, from };
}

interface PaymentTabsOptions {
  readonly channel: TabChannel;
  /** Tells this tab from the others; of two tabs that both think a payment theirs, the lesser id keeps it. */
  readonly id: string;
  /** Another tab has a payment for the same subject, or has none any more. */
  readonly onElsewhere: (payment: TabPayment | null) => void;
  /** Another tab goes on with this tab's payment. */
  readonly onTaken: () => void;
}

/**
 * The tabs in which one subject (a project, an order) is being paid, showing each other their state over a channel. Messages reach
 * hidden tabs at once, where timers do not.
 */
export class PaymentTabs {
  readonly #options: PaymentTabsOptions;
  #own: TabPayment | null = null;
  #elsewhere: TabPayment | null = null;
  readonly #ignored = new Set<string>();

  constructor(options: PaymentTabsOptions) {
    this.#options = options;
    options.channel.addEventListener('message', ({ data }) => this.#hear(data));
  }

  /** Asks who else has a payment; answers come to `onElsewhere` within milliseconds. Says again what this tab has. */
  ask(): void {
    this.#post({ kind: 'ask' });
    if (this.#own?.phase === 'paying') this.tell(this.#own);
  }

  /** Says what this tab's payment has come to. */
  tell(own: TabPayment): void {
    this.#own = own.phase === 'left' ? null : own;
    this.#post({ kind: 'tell', from: this.#options.id, ...own });
  }

  /** Goes on here with a payment of another tab, which then lets go of it. */
  take(payId: string): void {
    this.#post({ kind: 'take', payId });
    this.#show(null);
  }

  /** Shows no more of the payment that another tab has. */
  forget(): void {
    if (this.#elsewhere !== null) this.#ignored.add(this.#elsewhere.payment.payId);
    this.#show(null);
  }

  /** The other tab has not answered for long. */
  lose(): void {
    this.#show(null);
  }

  /** The page is being left, perhaps to come back: the other tabs need not wait for it. */
  leave(): void {
    if (this.#own?.phase === 'paying') {
      this.#post({ kind: 'tell', from: this.#options.id, payment: this.#own.payment, phase: 'left' });
    }
  }

  /** For good. */
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

  #hear(raw: unknown): void {
    const message = readMessage(raw);
    if (message === null) return;
    const own = this.#own;
    if (message.kind === 'ask') {
      if (own?.phase === 'paying') this.tell(own);
    } else if (message.kind === 'take') {
      if (own?.payment.payId === message.payId) this.#letGo();
    } else this.#hearOf(message);
  }

  #hearOf({ payment, phase, from }: Extract<TabMessage, { kind: 'tell' }>): void {
    const own = this.#own;
    const isClaimed = own?.phase === 'paying' && own.payment.payId === payment.payId && phase === 'paying';
    if (isClaimed && from > this.#options.id) {
      this.tell(own);
      return;
    }
    if (isClaimed) this.#letGo();
    if (this.#ignored.has(payment.payId)) return;
    const isShown = this.#elsewhere?.payment.payId === payment.payId;
    if (phase === 'paying' || isShown) this.#show(phase === 'left' ? null : { payment, phase });
  }

  #letGo(): void {
    this.#own = null;
    this.#options.onTaken();
  }
}
