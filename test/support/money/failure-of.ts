import { z } from 'zod';
import type { MoneyAnswer } from './money-fixture.ts';

const failure = z.object({
  success: z.literal(false),
  error: z.object({ code: z.string(), message: z.string(), fields: z.record(z.string(), z.string()).optional() }),
});

/** What a refused call answers, with its status. */
export function failureOf({ status, body }: Pick<MoneyAnswer, 'status' | 'body'>) {
  return { status, ...failure.parse(body).error };
}
