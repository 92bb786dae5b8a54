import { expect, it } from 'vitest';
import { startApp } from '#test/support/start-app.ts';
import { floodFromOneNetwork } from '#test/torture/platform/network-floods.ts';

it('invariant 29: a flood from one network takes nothing from people of others', async () => {
  const app = await startApp({ env: { LOG_LEVEL: 'error' } });
  try {
    const { answers, quiet, busy, hasVictimIn } = await floodFromOneNetwork(app, { flood: 450, people: 12 });
    expect(answers[429]).toBeGreaterThan(100);
    expect(answers[500]).toBeUndefined();
    expect([...quiet.refused, ...busy.refused]).toEqual([]);
    expect(hasVictimIn).toBe(true);
  } finally {
    await app.close();
  }
}, 120_000);
