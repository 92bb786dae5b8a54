import { describe, expect, it } from 'vitest';
import { type Figure, isDiskBorne, judge, met, metOfDisk } from '#test/torture/judging.ts';

const figure = (more: Partial<Figure>): Figure => ({
  ...{ invariant: 1, promise: 'nothing lost', seen: 'lost 0', holds: true, met: [met('killed', 3)] },
  ...more,
});

describe('a line of the torture table', () => {
  it('states how often its fault was met', () => {
    expect(judge(figure({}))).toEqual({ seen: 'lost 0; met: killed 3 times', holds: true });
  });

  it.each([
    ['never', [met('killed', 0)]],
    ['less than the least', [met('killed', 3, 4)]],
    ['a number of times that is none', [met('killed', Number.NaN)]],
    ['only one of two', [met('killed', 3), met('refused', 0)]],
    ['where the least is nothing', [met('killed', 0, 0)]],
  ])('falls short where it was met %s', (_, all) => {
    const { holds, seen } = judge(figure({ met: all }));
    expect(holds).toBe(false);
    expect(seen).toContain('falls short');
  });

  it('never holds without any checks, when broken, or with invalid numbers', () => {
    expect(judge(figure({ met: [] })).holds).toBe(false);
    expect(judge(figure({ holds: false })).holds).toBe(false);
    for (const seen of ['back Infinity s', 'slowest -Infinity ms', 'p99 NaN ms', 'asked undefined times']) {
      expect(judge(figure({ seen })).holds, seen).toBe(false);
    }
  });
});

describe('a full disk', () => {
  const story = {
    acknowledged: [200, 3, 40],
    answers: { 200: 12, 503: 30, 507: 2 },
    backAfter: 2,
    settledAfter: 9,
  } as const;

  it('is accepted if it was reported and ended soon', () => {
    expect(isDiskBorne(story)).toBe(true);
    expect(judge(figure({ met: metOfDisk(story) })).holds).toBe(true);
  });

  it.each([
    ['back late', { backAfter: 5.1 }],
    ['never back', { backAfter: Number.POSITIVE_INFINITY }],
    ['settled late', { settledAfter: 61 }],
    ['another answer', { answers: { 503: 30, 500: 1 } }],
    ['no answer', { answers: { 503: 30, 0: 1 } }],
  ])('is not borne: %s', (_, more) => {
    expect(isDiskBorne({ ...story, ...more })).toBe(false);
  });

  it.each([
    ['nothing before', { acknowledged: [0, 0, 40] as const }],
    ['nothing after', { acknowledged: [200, 0, 0] as const }],
    ['nothing refused', { answers: { 200: 40 } }],
  ])('proves nothing: %s', (_, more) => {
    expect(judge(figure({ met: metOfDisk({ ...story, ...more }) })).holds).toBe(false);
  });
});
