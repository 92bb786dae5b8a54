import { describe, expect, test } from 'vitest';
import { memberSince } from './page/member-since.ts';
import { isUserName, userNameProblem } from './user-name.ts';

describe('user names (docs/rules.md#user-names)', () => {
  test.each(['abc', 'dilnoza', 'a.b_c9', `a${'b'.repeat(29)}`])('%s is valid', (name) => {
    expect(isUserName(name)).toBe(true);
    expect(userNameProblem(name)).toBeNull();
  });

  test.each([
    '',
    'ab',
    `a${'b'.repeat(30)}`,
    '1abc',
    '_abc',
    '.abc',
    'Abc',
    'аbс',
    'a b c',
    'a-bc',
    'abc\n',
    'admin',
    'robots.txt',
    'dilnoza.data',
  ])('%j is not', (name) => expect(userNameProblem(name)).toEqual(expect.any(String)));

  test.each(['DILNOZA2', 'Abc', 'freeName'])('%s is refused because of its capitals', (name) => {
    expect(userNameProblem(name)).toBe('Только строчные латинские буквы, цифры, точка и подчёркивание');
  });
});

describe('member since', () => {
  test('is read from the id', () => {
    expect(memberSince('018bcfe5-6800-7000-8000-000000000000')).toEqual(new Date(0x018bcfe56800));
    expect(memberSince('018bcfe5-6800-4000-8000-000000000000')).toBeNull();
    expect(memberSince('nonsense')).toBeNull();
  });
});
