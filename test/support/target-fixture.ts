import { z } from 'zod';
import { ChoiceFixture, type Creator } from '#test/support/choice-fixture.ts';
import type { SignedIn } from '#test/support/sign-in.ts';
import { type ApiAnswer, startApp } from '#test/support/start-app.ts';

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

const one = z.object({ data: target });
const listed = z.object({ data: z.object({ items: z.array(target), count: z.number() }) });

export type ReadTarget = z.infer<typeof target>;

/** The real app, its creators and donors who give for targets. */
export class TargetFixture extends ChoiceFixture {
  save(who: Pick<SignedIn, 'token'> | null, body: unknown): Promise<ApiAnswer> {
    return this.app.request('POST Target/Save', { body }, who === null ? {} : { token: who.token });
  }

  /** A target of 30,000. */
  async promise(creator: Creator, more: object = {}): Promise<ReadTarget> {
    const answer = await this.save(creator, { text: 'Играю босса без брони', goal: 30_000, ...more });
    if (answer.status !== 200) throw new Error(`the target was not made: ${JSON.stringify(answer.body)}`);
    return one.parse(answer.body).data;
  }

  /** What `Target/Save` takes to leave a target as it is. */
  bodyOf({ id, text, goal, revision }: ReadTarget, more: object = {}) {
    return { targetId: id, revision, text, goal, ...more };
  }

  async targets({ userName }: Creator, who: Pick<SignedIn, 'token'> | null = null): Promise<readonly ReadTarget[]> {
    const settings = who === null ? {} : { token: who.token };
    const { body } = await this.app.request('GET Target/List', { query: { userName } }, settings);
    return listed.parse(body).data.items;
  }

  /** The sum of the first target that the creator sees. */
  async sum(creator: Creator): Promise<number | undefined> {
    return (await this.targets(creator, creator))[0]?.sum;
  }

  /** What a donor sends who has seen a target as it is read here. */
  choiceOf({ id, revision }: ReadTarget) {
    return { targetId: id, revision };
  }
}

export async function openTargetFixture(): Promise<TargetFixture> {
  return new TargetFixture(await startApp({ env: { LIMITS: 'off' } }));
}
