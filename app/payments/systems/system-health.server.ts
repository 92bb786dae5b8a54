import {
  type PaymentSystem,
  ProviderRefusal,
  ProviderUnavailable,
  type SystemStates,
} from '../payment-system.server.ts';
import type { PaymentSystemName } from '../payment-systems.ts';

/** Whether a system answers; a refusal is an answer. */
async function answers(system: PaymentSystem): Promise<boolean> {
  try {
    await system.probe?.();
    return true;
  } catch (error) {
    if (error instanceof ProviderUnavailable) return false;
    if (error instanceof ProviderRefusal) return true;
    throw error;
  }
}

/**
 * Which payment systems do not answer. One question without an answer proves nothing, since it may be about one payment alone: a system is
 * down when it leaves a second one unanswered that it can always answer, and until it answers that. Each process finds it out for itself.
 */
export class SystemHealth implements SystemStates {
  readonly #doubted = new Set<PaymentSystemName>();
  readonly #down = new Set<PaymentSystemName>();
  readonly #asked = new Map<PaymentSystemName, Promise<boolean>>();

  /** Notes how a question to a system has ended. */
  note(name: PaymentSystemName, outcome: 'answered' | 'refused' | 'unavailable'): void {
    if (outcome === 'unavailable') this.#doubted.add(name);
  }

  isDown(name: PaymentSystemName): boolean {
    return this.#down.has(name);
  }

  async probe(systems: readonly PaymentSystem[]): Promise<PaymentSystemName[]> {
    const changed = systems.map(async (system) => ((await this.#isFoundChanged(system)) ? [system.name] : []));
    return (await Promise.all(changed)).flat();
  }

  /** Asks a system that is down or in doubt; whoever else wants to know meanwhile waits for the same answer, and has found nothing out. */
  async #isFoundChanged(system: PaymentSystem): Promise<boolean> {
    const { name } = system;
    const underWay = this.#asked.get(name);
    if (underWay !== undefined) {
      await underWay;
      return false;
    }
    if (!this.#doubted.delete(name) && !this.#down.has(name)) return false;
    const question = this.#isChanged(system).finally(() => this.#asked.delete(name));
    this.#asked.set(name, question);
    return question;
  }

  async #isChanged(system: PaymentSystem): Promise<boolean> {
    const { name } = system;
    const isUp = await answers(system);
    if (isUp !== this.isDown(name)) return false;
    if (isUp) this.#down.delete(name);
    else this.#down.add(name);
    return true;
  }
}
