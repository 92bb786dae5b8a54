import { describe, expect, it } from 'vitest';
import { findCardNumbers, findLeaked, findSecrets } from '#test/torture/browser/secret-search.ts';
import { runSecretsStory } from '#test/torture/browser/secrets-story.ts';

describe('invariants 20 and 24: secrets', () => {
  it('are in no log, in no table and in no answer to another; a new key cuts the old streams within a second', async () => {
    const story = await runSecretsStory(2, 1);
    expect(story.secrets.length).toBeGreaterThan(20);
    expect(story.dump.length).toBeGreaterThan(5_000);
    expect(story.log).toContain('a payment could not be opened');
    expect(findSecrets(story.log, story.secrets)).toEqual([]);
    expect(findSecrets(story.dump, story.secrets)).toEqual([]);
    expect(findCardNumbers(`${story.log}\n${story.dump}`)).toEqual([]);
    expect(findLeaked(story.answers, story.secrets)).toEqual([]);
    expect(story.reopened).toBe(0);
    for (const cut of story.cuts) expect(cut).toBeLessThan(1_000);
  }, 120_000);
});

describe('the search for secrets', () => {
  const password = { owner: 'Аня', what: 'a password', value: 'верная лошадь 47', isCode: false };
  const code = { owner: 'Аня', what: 'a code', value: '314159', isCode: true };
  const written = Buffer.from(password.value);

  it.each([
    ['as it is', `x ${password.value} y`],
    ['in an address', `?password=${encodeURIComponent(password.value)}`],
    ['in bytes of the database', `(1,"\\\\x${written.toString('hex')}")`],
    ['in Base64', written.toString('base64')],
  ])('finds one %s', (_, text) => expect(findSecrets(text, [password])).toEqual(['a password of Аня']));

  it('finds a code that stands alone, and takes no part of a number for one', () => {
    expect(findSecrets('(998901234567,314159)', [code])).toEqual(['a code of Аня']);
    expect(findSecrets('2026-11-21 03:42:29.314159+00 1314159 a314159', [code])).toEqual([]);
  });

  it('finds card numbers however they are grouped', () => {
    expect(findCardNumbers('8600000000000205 8600 0000 0000 0106 8600 00** **** 0205 8600000000000206')).toHaveLength(
      2,
    );
  });

  it('finds secrets shown to others, not those shown to the owner', () => {
    const answer = { call: 'GET Something', text: `{"a":"${password.value}"}` };
    expect(findLeaked([{ asker: 'Аня', ...answer }], [password])).toEqual([]);
    expect(findLeaked([{ asker: 'Боря', ...answer }], [password])).toHaveLength(1);
  });
});
