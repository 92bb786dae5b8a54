import { processClock } from '#base/process/process-clock.server.ts';
import type { PaymentDeps } from '../payment-deps.server.ts';
import { isMoneyReceived } from '../payment-status.ts';
import { isProviderError, isUnknownPayment, type ProviderPayment } from '../payment-system.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';
import { problemOf } from './payment-problem.server.ts';
import { type PaymentSettling, type ProviderUpdate, type Settlement, systemOf } from './payment-settling.server.ts';
import {
  askSoon,
  claimDuePayments,
  claimPaymentQuestion,
  expirePayment,
  flagPayment,
  type PaymentRow,
  readByProviderId,
  readQuestionWait,
} from './payments-store.server.ts';
import { SharedQuestions } from './shared-questions.server.ts';

interface ProviderPollingOptions extends PaymentDeps {
  readonly settling: PaymentSettling;
}

/** Long enough for two processes to ask about the same payment one after the other. */
const longestWaitMilliseconds = 4_500;
const stepMilliseconds = 400;

/** Between two questions about a payment that its system is giving back: those about a paid one may be weeks apart. */
const givingBackSeconds = 60;

/** «No such payment» is an answer too. */
async function orMissing(question: () => Promise<boolean>): Promise<boolean> {
  try {
    return await question();
  } catch (error) {
    if (isUnknownPayment(error)) return true;
    throw error;
  }
}

/** Asks the provider about payments. */
export class ProviderPolling {
  readonly #options: ProviderPollingOptions;
  readonly #checks = new SharedQuestions();
  readonly #afterCallbacks = new SharedQuestions();

  constructor(options: ProviderPollingOptions) {
    this.#options = options;
  }

  /** Asks now and settles the answer. Returns whether the answer fits the payment. */
  async ask(row: PaymentRow): Promise<boolean> {
    return this.#take(row, await this.#options.systems.of(row.system).ask(row.providerId));
  }

  /** The same about an open payment that its payer has left; it is closed at its system, if that can be done. */
  async leave(row: PaymentRow): Promise<boolean> {
    const system = this.#options.systems.of(row.system);
    return this.#take(row, await (system.leave?.(row.providerId) ?? system.ask(row.providerId)));
  }

  async #take(row: PaymentRow, update: ProviderPayment): Promise<boolean> {
    const { db, settling } = this.#options;
    await settling.settle(update);
    if (update.isGivingBack) await askSoon(db, row.id, givingBackSeconds);
    await this.#flagShrunkRefund(row, update);
    return problemOf(row, update) === null;
  }

  /**
   * Returns whether the provider has answered a question that began after this call. Over all processes a payment is asked about once
   * in 2 seconds: a caller within that time waits for the next question, a few seconds at most.
   */
  check(row: PaymentRow): Promise<boolean> {
    return this.#checkOnce(row, row.id, () => this.ask(row));
  }

  /** The same, and closes the payment at its system, if that can be done. */
  checkAndLeave(row: PaymentRow): Promise<boolean> {
    return this.#checkOnce(row, `leave ${row.id}`, () => this.leave(row));
  }

  #checkOnce(row: PaymentRow, key: string, question: () => Promise<boolean>): Promise<boolean> {
    return this.#quietly(
      this.#checks.ask(
        key,
        () => orMissing(question),
        () => this.#claimInTime(row.id),
      ),
    );
  }

  /**
   * Processes a callback. Unless it reports received money, the provider is also asked about the payment, since callbacks do not name the
   * refused cards. If the provider does not answer, the sweeper asks again later.
   */
  async receiveCallback(update: ProviderUpdate): Promise<Settlement> {
    const { db, settling } = this.#options;
    const row = isMoneyReceived(update.status) ? null : await readByProviderId(db, systemOf(update), update.id);
    if (row?.isWaiting && problemOf(row, update) === null) await this.#askAfterCallback(row);
    return settling.settle(update);
  }

  /**
   * One round of the sweeper, at most `most` payments, of one system if it is named. Returns how many were due and whether the provider
   * answered any question. An unpaid payment expires a minute after its time even if the provider does not answer. Throws the first error
   * that is not the provider's, after all payments of the round have had their turn.
   */
  async sweep(most: number, system?: PaymentSystemName): Promise<{ due: number; isProviderUp: boolean }> {
    const { db, settling, log } = this.#options;
    const due = await claimDuePayments(db, most, system);
    const answers = await Promise.allSettled(due.map((row) => this.ask(row)));
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    const unanswered = failures.find(isProviderError);
    if (unanswered) log.warn({ err: unanswered, payments: due.length }, 'the provider could not be asked');
    for (const [index, row] of due.entries()) {
      const answer = answers[index];
      if (answer?.status === 'rejected' && isProviderError(answer.reason)) {
        await settling.close((tx) => expirePayment(tx, row.id));
      }
    }
    const own = failures.find((error) => !isProviderError(error));
    if (own !== undefined) throw own;
    return {
      due: due.length,
      isProviderUp: failures.length === 0 || failures.length < due.length || failures.some(isUnknownPayment),
    };
  }
  /** Asks for what a callback does not contain. Callbacks that arrive before the question begins share it. */
  async #askAfterCallback(row: PaymentRow): Promise<boolean> {
    return this.#quietly(
      this.#afterCallbacks.ask(
        row.id,
        () => this.ask(row),
        async () => true,
      ),
    );
  }

  /** A refunded sum only grows: an answer cannot be below what was refunded before the question. */
  async #flagShrunkRefund(row: PaymentRow, { status, refundedAmount }: ProviderPayment): Promise<void> {
    if (status !== 'paid' || refundedAmount === null || refundedAmount >= row.refunded) return;
    const { db, log } = this.#options;
    const problem = `OtherRefund ${refundedAmount} ${row.refunded}` as const;
    if (!(await flagPayment(db, row.id, problem))) return;
    log.error(
      { paymentId: row.id, problem, reportedAmount: refundedAmount },
      'the provider reports an impossible state',
    );
  }

  async #quietly(question: Promise<boolean>): Promise<boolean> {
    return question.catch((error: unknown) => {
      if (isProviderError(error)) this.#options.log.warn({ err: error }, 'the provider could not be asked');
      else this.#options.log.error({ err: error }, 'a question about a payment failed');
      return false;
    });
  }

  async #claimInTime(id: string): Promise<boolean> {
    const { db, processClock: clock = processClock } = this.#options;
    // Counted by its own waits: where tests move the clock, other waits at the same time move it too.
    let left = longestWaitMilliseconds;
    while (!(await claimPaymentQuestion(db, id))) {
      const wait = await readQuestionWait(db, id);
      if (wait === null || wait > left) return false;
      const step = Math.min(wait, stepMilliseconds) + 5;
      left -= step;
      await clock.pause(step);
    }
    return true;
  }
}
