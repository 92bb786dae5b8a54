import { pino } from 'pino';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '#test/support/database/database.ts';
import { LastingConnection } from './lasting-connection.server.ts';

const database = await createTestDatabase();
afterAll(() => database.drop());

it('takes questions that do not wait for each other, without a warning of its driver', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  onTestFinished(() => void process.off('warning', note));
  const connection = new LastingConnection({
    url: database.url,
    log: pino({ enabled: false }),
    applicationName: 'opora-test',
    prepare: async () => undefined,
    onChange: () => undefined,
  });
  await connection.open();
  onTestFinished(() => connection.close());
  const ask = (number: number) => connection.client?.query<{ number: number }>('select $1::int4 as number', [number]);
  const answers = await Promise.all([1, 2, 3].map(ask));
  expect(answers.map((answer) => answer?.rows[0]?.number)).toEqual([1, 2, 3]);
  expect(warnings).toEqual([]);
});
