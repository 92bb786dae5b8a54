import { z } from 'zod';
import type { Creator } from '#test/support/choice-fixture.ts';
import { readTargetFaults } from '#test/support/money/target-faults.ts';
import { OfferFixture } from '#test/support/offer-fixture.ts';
import { startApp } from '#test/support/start-app.ts';

const target = z.object({
  id: z.string(),
  text: z.string(),
  goal: z.number(),
  sum: z.number(),
  count: z.number(),
  isReached: z.boolean(),
  closedAt: z.string().nullable(),
  removedFor: z.string().nullable(),
  createdAt: z.string(),
  revision: z.number(),
});

export type ReadTarget = z.infer<typeof target>;

/** Targets of 30,000. */
export class TargetFixture extends OfferFixture<ReadTarget> {
  readonly kind = 'Target';
  readonly shape = target;
  readonly good = { text: 'Играю босса без брони', goal: 30_000 };

  bodyOf({ id, text, goal, revision }: ReadTarget, more: object = {}) {
    return { targetId: id, revision, text, goal, ...more };
  }

  choiceOf({ id, revision }: ReadTarget) {
    return { targetId: id, revision };
  }

  faults() {
    return readTargetFaults(this.app.db);
  }

  async count(creator: Creator): Promise<number> {
    return (await this.first(creator)).count;
  }

  /** The sum of the first target that the creator sees. */
  async sum(creator: Creator): Promise<number> {
    return (await this.first(creator)).sum;
  }
}

export async function openTargetFixture(): Promise<TargetFixture> {
  return new TargetFixture(await startApp({ env: { LIMITS: 'off' } }));
}
