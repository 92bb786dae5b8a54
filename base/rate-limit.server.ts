import type { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { failures } from './errors.ts';

/** So many points in so many seconds, counted over all server processes. */
export interface Budget {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** The true reason, in Russian, that the person is told when the budget is used up. */
  readonly message: string;
}

/** Counts what is spent of budgets. */
export interface Limits {
  /** Spends points of a budget for a key (an address, a phone, somebody's id). Throws `TooManyRequests` with `Retry-After` when it is used up. */
  spend(budget: Budget, key: string, points?: number): Promise<void>;
  /** Spends as `spend` does, refusing nothing: what is told afterwards has happened. */
  note(budget: Budget, key: string, points: number): Promise<void>;
  /** Throws as `spend` does where nothing is left, without spending. */
  require(budget: Budget, key: string): Promise<void>;
  /** Gives everything back, after a right password for example. */
  restore(budget: Budget, key: string): Promise<void>;
}

const unlimited: Limits = {
  spend: async () => {},
  note: async () => {},
  require: async () => {},
  restore: async () => {},
};

function refusal(budget: Budget, millisecondsLeft: number) {
  return failures.tooManyRequests.because({
    message: budget.message,
    retryAfter: Math.max(1, Math.ceil(millisecondsLeft / 1000)),
  });
}

/** Budgets kept in PostgreSQL, so that many processes share them. `enabled: false` serves load tests only. */
export function createLimits(pool: Pool, enabled: boolean): Limits {
  if (!enabled) return unlimited;
  const limiters = new Map<string, RateLimiterPostgres>();
  const limiterOf = (budget: Budget) => {
    const known = limiters.get(budget.name);
    if (known) return known;
    const made = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: budget.name,
      points: budget.points,
      duration: budget.seconds,
      inMemoryBlockOnConsumed: budget.points + 1,
      clearExpiredByTimeout: false,
    });
    limiters.set(budget.name, made);
    return made;
  };
  /** Answers the state of a budget that is used up, null of one that had enough left. */
  const consume = async (budget: Budget, key: string, points: number): Promise<RateLimiterRes | null> => {
    try {
      await limiterOf(budget).consume(key, points);
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    }
  };
  return {
    async spend(budget, key, points = 1) {
      const usedUp = await consume(budget, key, points);
      if (usedUp) throw refusal(budget, usedUp.msBeforeNext);
    },
    async note(budget, key, points) {
      await consume(budget, key, points);
    },
    async require(budget, key) {
      const state = await limiterOf(budget).get(key);
      if (state && state.remainingPoints <= 0) throw refusal(budget, state.msBeforeNext);
    },
    async restore(budget, key) {
      await limiterOf(budget).delete(key);
    },
  };
}
