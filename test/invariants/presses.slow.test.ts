import { describe, expect, it } from 'vitest';
import { findPressFaults, noPressFaults, type Step } from '#test/torture/widgets/press-evidence.ts';
import { runPresses } from '#test/torture/widgets/queue-presses.ts';

describe('invariant 27: presses at random moments of the queue', () => {
  it('take no alert away that was not named, and no late report ends a replay', async () => {
    const story = await runPresses({ presses: 300, creators: 4 });
    expect(story.faults).toEqual(noPressFaults);
    expect([story.namelessTaken, story.lateTaken]).toEqual([0, 0]);
    expect(story.nameless).toBeGreaterThan(0);
    expect(story.shown).toBeGreaterThan(0);
  }, 180_000);
});

describe('the comparison of lost alerts with named ones', () => {
  const step = (name: string, was: string, state: string, message: string | null = null): Step => ({
    name,
    message,
    was,
    state,
    reason: state,
  });
  const press = (action: string, ...names: string[]) => ({ action, named: [{ names, message: null }] });

  it.each([
    ['nothing amiss', [step('Анна', 'playing', 'shown'), step('Борис', 'queued', 'skipped')], ['Борис'], noPressFaults],
    ['an alert that nobody named', [step('Анна', 'queued', 'skipped')], ['Борис'], { lost: 1 }],
    [
      'one that was named once and taken away twice',
      [step('Анна', 'queued', 'skipped'), step('Анна', 'skipped', 'queued'), step('Анна', 'queued', 'skipped')],
      ['Анна'],
      { lost: 1 },
    ],
    ['one that was named in another act', [step('Анна', 'held', 'rejected')], ['Анна'], { lost: 1 }],
    ['one that nobody let go', [step('Анна', 'held', 'queued')], ['Анна'], { unread: 1, stuck: 1 }],
    ['one that waits for ever', [step('Анна', 'leased', 'queued')], [], { stuck: 1 }],
  ])('sees %s', (_, steps, skipped, faults) => {
    expect(findPressFaults(steps, [press('skip', ...skipped)])).toMatchObject(faults);
  });

  it('sees words that were approved before they were read', () => {
    const steps = [step('Анна', 'held', 'queued', 'Второе'), step('Анна', 'playing', 'shown', 'Второе')];
    const approved = (message: string) => [{ action: 'approve', named: [{ names: ['Анна'], message }] }];
    expect(findPressFaults(steps, approved('Первое'))).toEqual({ lost: 0, unread: 1, stuck: 0 });
    expect(findPressFaults(steps, approved('Второе'))).toEqual(noPressFaults);
  });
});
