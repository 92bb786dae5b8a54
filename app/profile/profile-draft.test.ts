import { describe, expect, test } from 'vitest';
import type { Profile } from './profile.calls.ts';
import { markOf, profileDraftOf, typesIn, updateOf } from './profile-draft.ts';

function profileWith(fields: Profile['fields'], names: Partial<Profile> = {}): Profile {
  const id = '00000000-0000-7000-8000-000000000001';
  return {
    id,
    phone: '998900000003',
    userName: 'dilnoza',
    givenName: null,
    surName: null,
    patronymic: null,
    isAccountActive: true,
    confirmed: false,
    roles: ['user'],
    donate: { id, accountId: id },
    accounts: [],
    ...names,
    fields,
  };
}

const about = { name: 'About', value: 'Пою', state: 'Confirmed', comment: null } as const;
const link = { name: 'TgLink', value: 'https://t.me/a', state: 'Awaiting', comment: null } as const;
const avatar = { name: 'Avatar', value: 'face', state: 'Confirmed', comment: null } as const;
const banner = { name: 'Banner', value: '', state: 'Confirmed', comment: null } as const;

describe('the update', () => {
  test('is null if nothing was changed', () => {
    const profile = profileWith([about, link, avatar, banner]);
    expect(updateOf(profile, profileDraftOf(profile))).toBeNull();
  });

  test('contains changed fields, Banner and Avatar always, never fields under review', () => {
    const profile = profileWith([about, link, avatar, banner]);
    const draft = profileDraftOf(profile);
    const changed = { ...draft, givenName: ' Дильноза ', fields: { ...draft.fields, About: 'Рисую', TgLink: '' } };
    expect(updateOf(profile, changed)).toEqual({
      givenName: 'Дильноза',
      fields: [
        { name: 'About', value: 'Рисую' },
        { name: 'Avatar', value: 'face' },
        { name: 'Banner', value: '' },
      ],
    });
    const waiting = profileWith([about, { ...avatar, state: 'Awaiting' }, banner]);
    const edited = { ...profileDraftOf(waiting), userName: 'dilnoza.k' };
    expect(updateOf(waiting, edited)).toEqual({ userName: 'dilnoza.k', fields: [{ name: 'Banner', value: '' }] });
  });
});

describe('labels', () => {
  test('show the state on the server until the value is edited', () => {
    const profile = profileWith([about, link, { ...avatar, state: 'Reject', comment: 'Не видно лица' }, banner]);
    const draft = profileDraftOf(profile);
    expect(
      (['About', 'TgLink', 'Avatar', 'Banner', 'WebLink'] as const).map((name) => markOf(profile, draft, name)),
    ).toEqual(['Confirmed', 'Awaiting', 'Reject', 'Empty', 'Empty']);
    expect(markOf(profile, { ...draft, fields: { ...draft.fields, Avatar: 'other' } }, 'Avatar')).toBe('Changed');
  });
});

test('an invalid list of types is ignored', () => {
  expect(typesIn('[13,0]')).toEqual([13, 0]);
  for (const value of ['', 'null', '{}', 'x', '["1"]']) expect(typesIn(value)).toEqual([]);
});
