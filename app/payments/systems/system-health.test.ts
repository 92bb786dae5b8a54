import { expect, it } from 'vitest';
import { type PaymentSystem, ProviderRefusal, ProviderUnavailable } from '../payment-system.server.ts';
import { SystemHealth } from './system-health.server.ts';

/** A system of which nothing is asked but the probe. */
function systemOf(probe?: () => Promise<unknown>): PaymentSystem {
  const unused = () => Promise.reject(new Error('it must not be called'));
  return {
    name: 'gateway',
    way: 'card',
    browserOrigins: [],
    asksFirst: false,
    refundsParts: false,
    open: unused,
    ask: unused,
    refund: unused,
    ...(probe && { probe }),
  };
}

const silence = () => Promise.reject(new ProviderUnavailable('silence'));
const refusal = () => Promise.reject(new ProviderRefusal('NotFound', 404, 'no such payment'));

it('a system is down from its second unanswered question until it answers or refuses one', async () => {
  const health = new SystemHealth();
  expect(await health.probe([systemOf(silence)]), 'nobody had a doubt').toEqual([]);
  health.note('gateway', 'refused');
  expect(await health.probe([systemOf(silence)])).toEqual([]);
  health.note('gateway', 'unavailable');
  expect(health.isDown('gateway')).toBe(false);
  expect(await health.probe([systemOf(silence)])).toEqual(['gateway']);
  expect(health.isDown('gateway')).toBe(true);
  expect(await health.probe([systemOf(silence)]), 'nothing has changed').toEqual([]);
  expect(await health.probe([systemOf(refusal)])).toEqual(['gateway']);
  expect(health.isDown('gateway')).toBe(false);
  expect(await health.probe([systemOf(silence)]), 'it is not asked any more').toEqual([]);
});

it('a system that answers its probe is up, whatever it leaves unanswered', async () => {
  const health = new SystemHealth();
  health.note('gateway', 'unavailable');
  expect(await health.probe([systemOf(async () => 'here')])).toEqual([]);
  health.note('gateway', 'unavailable');
  expect(await health.probe([systemOf()]), 'it has no probe').toEqual([]);
  expect(health.isDown('gateway')).toBe(false);
});

it('is asked once for all who want to know at the same moment, and the first of them finds it out', async () => {
  const health = new SystemHealth();
  const asked: string[] = [];
  const system = systemOf(() => {
    asked.push('gateway');
    return silence();
  });
  health.note('gateway', 'unavailable');
  const found = await Promise.all([health.probe([system]), health.probe([system]), health.probe([system])]);
  expect(found).toEqual([['gateway'], [], []]);
  expect(asked).toHaveLength(1);
});

it('an error of our own is not taken for silence', async () => {
  const health = new SystemHealth();
  health.note('gateway', 'unavailable');
  await expect(health.probe([systemOf(() => Promise.reject(new RangeError('our mistake')))])).rejects.toThrow(
    'our mistake',
  );
  expect(health.isDown('gateway')).toBe(false);
});
