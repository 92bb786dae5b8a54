import type { PublishedField } from '#app/creators/published-fields.ts';
import type { FieldState } from '../field-rules.ts';
import type { Profile } from '../profile.calls.ts';

/** The way from the registration to the first donation, in its order. */
export const firstSteps = ['name', 'types', 'avatar', 'about', 'test', 'share'] as const;

type FirstStep = (typeof firstSteps)[number];

/** `open` also after a rejection. */
export type StepState = 'open' | 'waiting' | 'done';

/** A name that the server gave at the registration. */
const isMade = (userName: string) => /^user[0-9a-z]{10}$/.test(userName);

const fieldStates = { Awaiting: 'waiting', Confirmed: 'done', Reject: 'open' } as const satisfies Record<
  FieldState,
  StepState
>;

interface Progress {
  readonly profile: Profile;
  /** Whether an alert, also a test, was ever shown or waits. */
  readonly hasAlerts: boolean;
  readonly hasDonations: boolean;
}

/** The state of each step. */
export function stateOfSteps({ profile, hasAlerts, hasDonations }: Progress): Readonly<Record<FirstStep, StepState>> {
  const stateOf = (name: PublishedField): StepState => {
    const field = profile.fields.find((one) => one.name === name);
    return field === undefined || field.value === '' ? 'open' : fieldStates[field.state];
  };
  return {
    name: isMade(profile.userName) ? 'open' : 'done',
    types: stateOf('UserType'),
    avatar: stateOf('Avatar'),
    about: stateOf('About'),
    test: hasAlerts || hasDonations ? 'done' : 'open',
    share: hasDonations ? 'done' : 'open',
  };
}
