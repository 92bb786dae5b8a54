import { choiceFaults } from '#app/choices/donation-choices.ts';
import type { OfferFixture } from './offer-fixture.ts';
import { RewardFixture } from './reward-fixture.ts';
import type { TestApp } from './start-app.ts';
import { TargetFixture } from './target-fixture.ts';
import { VoteFixture } from './vote-fixture.ts';

/** What creators offer of one kind, as a test of all kinds needs it. */
interface OfferKind {
  readonly fixture: OfferFixture;
  /** The member of an offer that says what it is. */
  readonly words: 'question' | 'text';
  /** Open at once. */
  readonly most: number;
  /** In which order four are listed of which the second one was closed, then the first one. */
  readonly listed: readonly (1 | 2 | 3 | 4)[];
  /** A change that a donor who has chosen has not seen. */
  readonly change: object;
  /** Why a choice is refused; changed: null where donors send no revision. */
  readonly faults: { readonly unknown: string; readonly ended: string; readonly changed: string | null };
  /** A donation that is made before the end counts even if it is paid after it. */
  readonly isKept: boolean;
}

const { unknownOption, voteEnded, unknownTarget, targetEnded, targetChanged } = choiceFaults;
const { unknownReward, rewardEnded, rewardChanged } = choiceFaults;

/** Everything that creators offer donors to choose, in one app. */
export const offerKinds = (app: TestApp): readonly OfferKind[] => [
  {
    fixture: new VoteFixture(app),
    words: 'question',
    most: 5,
    listed: [4, 3, 2, 1],
    change: { price: 60_000 },
    faults: { unknown: unknownOption, ended: voteEnded, changed: null },
    isKept: false,
  },
  {
    fixture: new TargetFixture(app),
    words: 'text',
    most: 5,
    listed: [3, 4, 1, 2],
    change: { goal: 60_000 },
    faults: { unknown: unknownTarget, ended: targetEnded, changed: targetChanged },
    isKept: false,
  },
  {
    fixture: new RewardFixture(app),
    words: 'text',
    most: 10,
    listed: [3, 4, 1, 2],
    change: { price: 60_000 },
    faults: { unknown: unknownReward, ended: rewardEnded, changed: rewardChanged },
    isKept: true,
  },
];
