import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '#base/db.server.ts';
import { problemOf } from './payment-problem.server.ts';
import { claimPaymentQuestion, type PaymentRow, readQuestionWait } from './payments-store.server.ts';
import type { PaymentProvider, ProviderPayment } from './provider-client.server.ts';
import { SharedQuestions } from './shared-questions.server.ts';

interface PaymentQuestionsOptions {
  readonly db: Database;
  readonly provider: Pick<PaymentProvider, 'ask'>;
  readonly log: Pick<Logger, 'warn'>;
  /** Takes in what the provider tells. */
  settle(told: ProviderPayment): Promise<unknown>;
}

/** Long enough for two processes that ask about the same payment one after the other. */
const longestWaitMilliseconds = 4_500;
const stepMilliseconds = 400;

/** The questions to the provider about payments. */
export class PaymentQuestions {
  readonly #options: PaymentQuestionsOptions;
  readonly #checks = new SharedQuestions();
  readonly #news = new SharedQuestions();

  constructor(options: PaymentQuestionsOptions) {
    this.#options = options;
  }

  /** Asks at once. Answers whether what the provider tells fits the payment. */
  async ask(row: PaymentRow): Promise<boolean> {
    const told = await this.#options.provider.ask(row.providerId);
    await this.#options.settle(told);
    return problemOf(row, told) === null;
  }

  /**
   * Whether the provider has answered a question that began after this call. Over all processes he is asked about a payment once in
   * 2 seconds: who comes within them waits for the next question, for some seconds at most.
   */
  async check(row: PaymentRow): Promise<boolean> {
    return this.#quietly(
      this.#checks.ask(
        row.id,
        () => this.ask(row),
        () => this.#claimInTime(row.id),
      ),
    );
  }

  /** The provider has called about a payment: he is asked for the rest at once, and one question serves all that he calls meanwhile. */
  async hear(row: PaymentRow): Promise<boolean> {
    return this.#quietly(
      this.#news.ask(
        row.id,
        () => this.ask(row),
        async () => true,
      ),
    );
  }

  async #quietly(question: Promise<boolean>): Promise<boolean> {
    return question.catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'the provider could not be asked');
      return false;
    });
  }

  async #claimInTime(id: string): Promise<boolean> {
    const { db } = this.#options;
    const giveUpAt = Date.now() + longestWaitMilliseconds;
    while (!(await claimPaymentQuestion(db, id))) {
      const wait = await readQuestionWait(db, id);
      if (wait === null || Date.now() + wait > giveUpAt) return false;
      await pause(Math.min(wait, stepMilliseconds) + 5);
    }
    return true;
  }
}
