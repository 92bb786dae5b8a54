import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { failures } from '#base/calls/errors.ts';
import type { Database } from '#base/db/db.server.ts';
import { siteOf } from '../process/network-of.ts';

/** A rate limit: points per seconds, counted over all server processes. */
export interface Budget {
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
  /** The Russian text of the refusal, which states the true reason. */
  readonly message: string;
}

/** Counts the points spent of budgets. */
export interface Limits {
  /** Spends points of a budget for a key (a network, a phone, a user id). Throws `TooManyRequests` when it is used up. */
  spend(budget: Budget, key: string, points?: number): Promise<void>;
  /**
   * Spends a point of a budget for a network, and one for its site: all networks of one IPv6 /48 together have what four of them have. A
   * network without points left spends nothing of its site.
   */
  spendByNetwork(budget: Budget, network: string): Promise<void>;
  /** Spends points for something that has already happened, without refusing. Returns how many of them the budget still had. */
  note(budget: Budget, key: string, points: number): Promise<number>;
  /** Throws `TooManyRequests` if the budget has fewer points left, without spending. */
  require(budget: Budget, key: string, points?: number): Promise<void>;
  /** Resets a key's budget, after a correct password for example. */
  restore(budget: Budget, key: string): Promise<void>;
}

const networksOfSite = 4;

const unlimited: Limits = {
  spend: async () => {},
  spendByNetwork: async () => {},
  note: async (_budget, _key, points) => points,
  require: async () => {},
  restore: async () => {},
};

function refusal(budget: Budget, millisecondsLeft: number) {
  return failures.tooManyRequests({
    message: budget.message,
    retryAfter: Math.max(1, Math.ceil(millisecondsLeft / 1000)),
  });
}

/** Creates limits that all processes share through PostgreSQL. `enabled: false` is for load tests only. */
export function createLimits({ pool, isPooled }: Pick<Database, 'pool' | 'isPooled'>, enabled: boolean): Limits {
  if (!enabled) return unlimited;
  const limiters = new Map<string, RateLimiterPostgres>();
  const query = ({ name, ...rest }: { name: string; text: string; values: unknown[] }) =>
    pool.query(isPooled ? rest : { name, ...rest });
  const limiterOf = (budget: Budget) => {
    const known = limiters.get(budget.name);
    if (known) return known;
    const made = new RateLimiterPostgres({
      storeClient: { query },
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
  /** Returns the state of a budget that is used up; null if it had enough points. */
  const consume = async (budget: Budget, key: string, points: number): Promise<RateLimiterRes | null> => {
    try {
      await limiterOf(budget).consume(key, points);
      return null;
    } catch (error) {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    }
  };
  const spend = async (budget: Budget, key: string, points = 1): Promise<void> => {
    const usedUp = await consume(budget, key, points);
    if (usedUp) throw refusal(budget, usedUp.msBeforeNext);
  };
  return {
    spend,
    async spendByNetwork(budget, network) {
      await spend(budget, network);
      const site = siteOf(network);
      if (site === network) return;
      await spend({ ...budget, name: `${budget.name}-site`, points: budget.points * networksOfSite }, site);
    },
    async note(budget, key, points) {
      const usedUp = await consume(budget, key, points);
      if (usedUp === null) return points;
      // A process that knows the budget to be used up does not query the database and consumes nothing.
      if (usedUp.consumedPoints === 0) return 0;
      return Math.max(0, points - (usedUp.consumedPoints - budget.points));
    },
    async require(budget, key, points = 1) {
      const state = await limiterOf(budget).get(key);
      if (state && state.remainingPoints < points) throw refusal(budget, state.msBeforeNext);
    },
    async restore(budget, key) {
      await limiterOf(budget).delete(key);
    },
  };
}
