import { z } from 'zod';
import type { TestApp } from '#test/support/start-app.ts';

const outbox = z.object({ data: z.array(z.object({ code: z.string() })) });

export async function readSentCode(api: TestApp['request'], phone: string): Promise<string> {
  return outbox.parse((await api('GET Dev/Outbox', { query: { phone } })).body).data[0]?.code ?? '';
}
