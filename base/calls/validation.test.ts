import { expect, test } from 'vitest';
import { z } from 'zod';
import { failureEnvelope } from '#base/http/envelope.server.ts';
import { isCallFailure } from './errors.ts';
import { parseInput } from './validation.server.ts';

test.each([
  ['unknown members', Object.fromEntries(Array.from({ length: 7_000 }, (_, at) => [`a${at}`, 0]))],
  ['wrong items', { list: Array.from({ length: 7_000 }, () => 'wrong') }],
])('a refusal of thousands of %s is smaller than the request', (_, body) => {
  const schema = z.strictObject({ list: z.array(z.number()).optional() });
  try {
    parseInput(schema, body);
    expect.unreachable();
  } catch (error) {
    if (!isCallFailure(error)) throw error;
    expect(Buffer.byteLength(JSON.stringify(failureEnvelope(error)))).toBeLessThan(4_000);
    expect(Object.keys(error.fields ?? {}).length).toBe(20);
  }
});
