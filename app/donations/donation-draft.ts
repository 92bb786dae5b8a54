import { readAmount } from '#base/text/amount-text.ts';
import { membersOf, StoredValue } from '#base/text/stored-value.ts';

/** A level of monthly support, with the price in main units that the donor has seen. */
interface ChosenLevel {
  readonly id: string;
  readonly amount: number;
}

/** An option of a vote, or one that the donor suggests, with the price of one vote in main units that the donor has seen. */
type ChosenVote = { readonly voteId: string; readonly price: number } & (
  | { readonly optionId: number }
  | { readonly suggestion: string }
);

/** A target with the revision that the donor has seen: another one may promise something else. */
interface ChosenTarget {
  readonly targetId: string;
  readonly revision: number;
}

/** A reward with the revision that the donor has seen, and its price in main units, which is the same as long as the revision is. */
interface ChosenReward {
  readonly rewardId: string;
  readonly revision: number;
  readonly price: number;
}

/** A donor's draft for one creator. It survives reloads and failures in this tab. */
export interface DonationDraft {
  /** As typed, grouped. */
  readonly amount: string;
  /** What was typed before the chosen reward has raised the amount; null: it has not, or another one was typed since. */
  readonly before: string | null;
  readonly message: string;
  readonly isAnonymous: boolean;
  /** The donor gives every month. */
  readonly isMonthly: boolean;
  /** The chosen level of monthly support; null: an amount of the donor's own. */
  readonly level: ChosenLevel | null;
  /** What a donation that is given once answers; null: nothing. */
  readonly vote: ChosenVote | null;
  /** The target that such a donation brings nearer; null: none. */
  readonly target: ChosenTarget | null;
  /** The reward that such a donation takes; null: none. */
  readonly reward: ChosenReward | null;
  /**
   * The `Idempotency-Key` of this donation with the guest's secret: every attempt of the same intent sends them, so that a double
   * click, a reload and a lost answer create one payment. Empty until the first attempt.
   */
  readonly intent: string;
  /** The donation whose place this intent takes, the same for all its attempts. Empty: none. */
  readonly instead: string;
  /** The donation that the donor left unpaid: another intent takes its place. Empty: none. */
  readonly left: string;
  /** The reward of which a piece may still be kept for `left`. Empty: none. */
  readonly held: string;
}

/** What a donor changes in a draft. */
export type DraftChange = Partial<Omit<DonationDraft, 'intent' | 'instead' | 'left' | 'held'>>;

/** A change made of the draft as it is by then: what is shown may be older than the last key. */
export type MadeChange = (draft: DonationDraft) => DraftChange;

/** What a draft chooses. */
export type DraftChoices = Pick<DonationDraft, 'vote' | 'target' | 'reward'>;

/** A random key and secret. `crypto.randomUUID` is missing where the site is not served over https. */
export function newIntent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `donation-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The draft after a change, which makes it another intent. The sum that a reward has raised goes with the reward. */
export function changeDraft(draft: DonationDraft, change: DraftChange): DonationDraft {
  const { before } = draft;
  const isOver = before !== null && (change.reward === null || change.isMonthly);
  const amount = change.amount ?? (isOver ? before : null);
  return { ...draft, ...(amount !== null && { amount, before: null }), ...change, intent: '' };
}

/**
 * The draft of somebody whom a post has sent here, to give every month at the level that it asks for; empty: at whatever level. The price
 * is brought up to date by the form. A draft that does already stays as it is, so that it makes no other intent.
 */
export function joinLevel(draft: DonationDraft, levelId: string): DonationDraft {
  if (draft.isMonthly && (levelId === '' || draft.level?.id === levelId)) return draft;
  return changeDraft(draft, { isMonthly: true, level: levelId === '' ? null : { id: levelId, amount: 0 } });
}

/** What the donor gives, in main units: the price of the chosen level, or the typed amount; null: nothing typed. */
export function amountOf({ amount, isMonthly, level }: DonationDraft): number | null {
  return isMonthly && level !== null ? level.amount : readAmount(amount);
}

function parseLevel(raw: unknown): ChosenLevel | null {
  const { id, amount } = membersOf(raw);
  return typeof id === 'string' && typeof amount === 'number' ? { id, amount } : null;
}

function parseVote(raw: unknown): ChosenVote | null {
  const { voteId, optionId, suggestion, price } = membersOf(raw);
  if (typeof voteId !== 'string' || typeof price !== 'number') return null;
  if (typeof suggestion === 'string') return { voteId, suggestion, price };
  return typeof optionId === 'number' ? { voteId, optionId, price } : null;
}

function parseTarget(raw: unknown): ChosenTarget | null {
  const { targetId, revision } = membersOf(raw);
  return typeof targetId === 'string' && typeof revision === 'number' ? { targetId, revision } : null;
}

function parseReward(raw: unknown): ChosenReward | null {
  const { rewardId, revision, price } = membersOf(raw);
  const isReward = typeof rewardId === 'string' && typeof revision === 'number' && typeof price === 'number';
  return isReward ? { rewardId, revision, price } : null;
}

/** Whether the draft's sum is too small for the chosen vote or reward. */
export function lacksChoice({ amount, vote, reward }: DonationDraft): boolean {
  return (readAmount(amount) ?? 0) < Math.max(vote?.price ?? 0, reward?.price ?? 0);
}

const textOf = (raw: unknown) => (typeof raw === 'string' ? raw : '');

/** Parses a stored draft and drops what is invalid. */
export function parseDraft(raw: unknown): DonationDraft | null {
  const { amount, before, message, isAnonymous, isMonthly, level, vote, target, reward, intent, instead, left, held } =
    membersOf(raw);
  if (typeof amount !== 'string' || typeof message !== 'string' || typeof intent !== 'string') return null;
  return {
    amount,
    before: typeof before === 'string' ? before : null,
    message,
    intent,
    level: parseLevel(level),
    vote: parseVote(vote),
    target: parseTarget(target),
    reward: parseReward(reward),
    isAnonymous: isAnonymous === true,
    isMonthly: isMonthly === true,
    instead: textOf(instead),
    left: textOf(left),
    held: textOf(held),
  };
}

/** Where a tab keeps the draft for a creator. */
export const draftKey = (userId: string) => `donation:${userId}`;

/** The draft of this tab for a creator. `amount`: the first amount in the form. */
export function storedDonationDraft(userId: string, amount: string): StoredValue<DonationDraft> {
  return new StoredValue<DonationDraft>({
    place: 'session',
    key: draftKey(userId),
    empty: {
      amount,
      before: null,
      message: '',
      isAnonymous: false,
      isMonthly: false,
      level: null,
      vote: null,
      target: null,
      reward: null,
      intent: '',
      instead: '',
      left: '',
      held: '',
    },
    parse: parseDraft,
  });
}

/** Where a browser keeps the donor's name. */
export const donorNameKey = 'donorName';

/** The donor's name, remembered in this browser for all creators. */
export const donorName = new StoredValue<string>({
  place: 'local',
  key: donorNameKey,
  empty: '',
  parse: (raw) => (typeof raw === 'string' ? raw : null),
});
