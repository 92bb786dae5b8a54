import { Plural, Trans } from '@lingui/react/macro';
import { lazy, memo, type ReactNode, Suspense, useEffect, useState } from 'react';
import { call } from '#app/call.ts';
import classes from './thanks-screen.module.css';

const read = (payId: string, signal: AbortSignal) => call('GET ProjectPay/Success', { query: { payId } }, { signal });

type Given = Awaited<ReturnType<typeof read>>;
type Choice = Given['choices'][number];
type GivenVote = Extract<Choice, { readonly optionId: number }>;
type GivenSuggestion = Extract<Choice, { readonly suggestion?: unknown }>;
type GivenTarget = Extract<Choice, { readonly targetId: string }>;
type GivenReward = Extract<Choice, { readonly rewardId: string }>;
type Outcome = Pick<Given, 'choices' | 'clock'>;

const ClockLine = lazy(() => import('./clock-line.tsx').catch(() => ({ default: () => null })));

/** Few donations have it. Memoized, or each change of the page would take away what the server has sent until its code is here. */
const LateClockLine = memo(function LateClockLine({ added }: { readonly added: NonNullable<Given['clock']> }) {
  return (
    <Suspense fallback={<p className={classes.lead}>&nbsp;</p>}>
      <ClockLine {...added} />
    </Suspense>
  );
});

const SuggestionLine = lazy(() => import('./suggestion-line.tsx').catch(() => ({ default: () => null })));

interface LateSuggestionLineProps {
  readonly payId: string;
  readonly given: GivenSuggestion;
  readonly onRead: (now: Given) => void;
}

const LateSuggestionLine = memo(function LateSuggestionLine(props: LateSuggestionLineProps) {
  return (
    <Suspense fallback={<>&nbsp;</>}>
      <SuggestionLine {...props} />
    </Suspense>
  );
});

const nothing: Outcome = { choices: [], clock: null };

interface GivenOutcomeProps {
  /** As it was when the page was loaded. */
  readonly donation: Outcome & { readonly payId: string; readonly status: string };
}

/**
 * What a paid donation has decided and added to the stream. If it was not paid when the page was loaded, that is read again: only the
 * payment has decided what counts.
 */
export function GivenOutcome({ donation }: GivenOutcomeProps): ReactNode {
  const { payId } = donation;
  const isKnown = donation.status === 'Paid';
  const [outcome, setOutcome] = useState<Outcome | null>(isKnown ? donation : null);

  useEffect(() => {
    if (isKnown) return;
    const leaving = new AbortController();
    read(payId, leaving.signal)
      .then((now) => leaving.signal.aborted || setOutcome(now))
      // The thanks are complete without it.
      .catch(() => leaving.signal.aborted || setOutcome(nothing));
    return () => leaving.abort();
  }, [payId, isKnown]);

  // Until it is known, its place is that of lines that count.
  const choices = outcome?.choices ?? donation.choices.map(asCounted);
  const style = outcome === null ? ({ visibility: 'hidden' } as const) : undefined;
  return (
    <>
      {choices.map((choice) => (
        <p key={idOf(choice)} className={classes.lead} style={style}>
          {'suggestion' in choice ? (
            <LateSuggestionLine payId={payId} given={choice} onRead={setOutcome} />
          ) : (
            <ChoiceLine given={choice} />
          )}
        </p>
      ))}
      {outcome === null && donation.clock !== null && <p className={classes.lead}>&nbsp;</p>}
      {outcome !== null && outcome.clock !== null && <LateClockLine added={outcome.clock} />}
    </>
  );
}

const asCounted = (choice: Choice): Choice => ('state' in choice ? choice : { ...choice, isCounted: true });

function idOf(choice: Choice): string {
  if ('voteId' in choice) return choice.voteId;
  return 'targetId' in choice ? choice.targetId : choice.rewardId;
}

function ChoiceLine({ given }: { readonly given: Exclude<Choice, { readonly state: unknown }> }) {
  if ('voteId' in given) return <VoteLine given={given} />;
  return 'targetId' in given ? <TargetLine given={given} /> : <RewardLine given={given} />;
}

function VoteLine({ given: { question, option, votes, isCounted } }: { readonly given: GivenVote }) {
  return isCounted ? (
    <Trans>
      {question} <b>{option}</b>:{' '}
      <Plural value={votes} one="# голос" few="# голоса" many="# голосов" other="# голоса" />
    </Trans>
  ) : (
    <Trans>
      Голосование «{question}» закончилось раньше, чем прошла оплата: голос не засчитан, а донат автор получит.
    </Trans>
  );
}

function TargetLine({ given: { target, isCounted } }: { readonly given: GivenTarget }) {
  return isCounted ? (
    <Trans>Рубеж «{target}»: ваш донат засчитан</Trans>
  ) : (
    <Trans>Рубеж «{target}» закрыли раньше, чем прошла оплата: донат в него не засчитан, но автор его получит.</Trans>
  );
}

function RewardLine({ given: { reward, isCounted } }: { readonly given: GivenReward }) {
  return isCounted ? (
    <Trans>Награда: {reward}</Trans>
  ) : (
    <Trans>Награда «{reward}» не досталась: её уже не было или часть денег вернули. Донат автор получит.</Trans>
  );
}
