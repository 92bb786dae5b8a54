import { expect, test } from 'vitest';
import type { Profile } from '../profile.calls.ts';
import { firstSteps, stateOfSteps } from './first-steps.ts';

function profileWith(fields: Profile['fields'], userName = 'user0123456789'): Profile {
  const id = '00000000-0000-7000-8000-000000000001';
  return {
    id,
    phone: '998900000003',
    userName,
    givenName: null,
    surName: null,
    patronymic: null,
    isAccountActive: true,
    confirmed: false,
    roles: ['user'],
    donate: { id, accountId: id },
    accounts: [],
    fields,
  };
}

const none = { hasAlerts: false, hasDonations: false };

test('after the registration every step is open', () => {
  const states = stateOfSteps({
    profile: profileWith([{ name: 'About', value: '', state: 'Confirmed', comment: null }]),
    ...none,
  });
  expect(firstSteps.map((step) => states[step])).toEqual(firstSteps.map(() => 'open'));
});

test('a field is done when it is confirmed, waits while it is reviewed and is open again when it is rejected', () => {
  const profile = profileWith(
    [
      { name: 'UserType', value: '[4]', state: 'Awaiting', comment: null },
      { name: 'Avatar', value: 'face', state: 'Reject', comment: 'Не видно лица' },
      { name: 'About', value: 'Пою', state: 'Confirmed', comment: null },
    ],
    'dilnoza',
  );
  expect(stateOfSteps({ profile, hasAlerts: true, hasDonations: false })).toEqual({
    name: 'done',
    types: 'waiting',
    avatar: 'open',
    about: 'done',
    test: 'done',
    share: 'open',
  });
});

test('a donation ends the steps that lead to it', () => {
  const states = stateOfSteps({ profile: profileWith([]), hasAlerts: false, hasDonations: true });
  expect([states.test, states.share]).toEqual(['done', 'done']);
});
